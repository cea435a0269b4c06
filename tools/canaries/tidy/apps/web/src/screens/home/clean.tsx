const NONE = 0n;

function isPositive(minor: bigint): boolean {
  return minor > 0n;
}

export const Home = ({ name, minor = NONE }: { name: string; minor?: bigint }) => (
  <p title={name} hidden={isPositive(minor)}>
    <Trans>Welcome, <b>dear customer</b></Trans> {name} · Tessera
  </p>
);
