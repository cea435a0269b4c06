import { TileRow } from "../../../ui/chart/tile-row.tsx";
import type { WalletShares } from "./wallet-shares.ts";

const TILES = 24;

/** Returns the number of card tiles: every share above zero gets at least one tile. */
function cardTiles({ cards, account }: WalletShares): number {
  const tiles = Math.round((cards / 100) * TILES);
  return Math.min(account > 0 ? TILES - 1 : TILES, Math.max(cards > 0 ? 1 : 0, tiles));
}

/** Renders the cards' and the account's shares as tiles. The legend below shows the numbers. */
export function ShareBar({ shares }: { readonly shares: WalletShares }) {
  const onCards = cardTiles(shares);
  const empty = shares.cards + shares.account === 0;
  const colorOf = (place: number) => (place < onCards ? "var(--d1)" : "var(--d3)");
  return <TileRow tiles={TILES} colorOf={empty ? () => undefined : colorOf} />;
}
