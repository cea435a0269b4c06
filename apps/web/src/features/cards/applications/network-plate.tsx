import { NetworkMark } from "../../../ui/card-face/network-mark.tsx";

const HEIGHTS: Readonly<Record<string, number>> = { discover: 10, visa: 13, mastercard: 18 };

/** Renders a network's logo on a small plate the size of a thumbnail. */
export function NetworkPlate({ network }: { readonly network: string }) {
  return (
    <span className="hairline grid h-[33px] w-[50px] flex-none place-items-center overflow-hidden rounded-thumb bg-surface px-1 [&>svg]:max-w-full">
      <NetworkMark network={network} height={HEIGHTS[network] ?? 16} />
    </span>
  );
}
