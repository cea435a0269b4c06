const ENDS = 4;

/**
 * Renders a blockchain address with its first and last four characters in bold, because people
 * compare those.
 */
export function AddressText({ address }: { readonly address: string }) {
  return (
    <span className="text-[1rem]/[1.375rem] wrap-anywhere">
      <b className="font-bold whitespace-nowrap">{address.slice(0, ENDS)}</b>
      {address.slice(ENDS, -ENDS)}
      <b className="font-bold whitespace-nowrap">{address.slice(-ENDS)}</b>
    </span>
  );
}

/** Shortens a long hash to its first and last six characters: `a94f3c…7be201`. */
export function shortHash(hash: string): string {
  return hash.length <= 16 ? hash : `${hash.slice(0, 6)}…${hash.slice(-6)}`;
}
