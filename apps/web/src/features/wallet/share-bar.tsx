import { tileOpacity } from "../../ui/tile-tone.ts";
import type { WalletShares } from "./wallet-shares.ts";

const TILES = 24;
const STEP = 13;

/** A share shows at least one tile, and leaves the other one at least one. */
function cardTiles({ cards, account }: WalletShares): number {
  const tiles = Math.round((cards / 100) * TILES);
  return Math.min(account > 0 ? TILES - 1 : TILES, Math.max(cards > 0 ? 1 : 0, tiles));
}

/** Cards and account side by side as tiles. The legend under it states the numbers. */
export function ShareBar({ shares }: { readonly shares: WalletShares }) {
  const onCards = cardTiles(shares);
  const empty = shares.cards + shares.account === 0;
  const colourOf = (index: number) => (index < onCards ? "var(--d1)" : "var(--d3)");
  return (
    <svg viewBox={`0 0 ${TILES * STEP - 3} 10`} className="block h-auto w-full" aria-hidden="true">
      {Array.from({ length: TILES }, (_, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a tile is its place
          key={index}
          x={index * STEP}
          width={10}
          height={10}
          rx={1.6}
          className="laid-tile"
          style={{ "--tile": index } as React.CSSProperties}
          fill={empty ? "var(--fill-press)" : colourOf(index)}
          fillOpacity={empty ? undefined : tileOpacity(index)}
        />
      ))}
    </svg>
  );
}
