export const Home = ({ name }: { name: string }) => (
  <p title={name}>
    <Trans>Welcome, <b>dear customer</b></Trans> {name} · Tessera
  </p>
);
