import { classNames } from "../style/class-names.ts";

const TILES = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;

/**
 * Renders the logo mark, whose tiles appear one by one as the page is pulled. `laid` is the number
 * of tiles shown, out of nine.
 */
export function PullMark({ laid }: { readonly laid: number }) {
  return (
    <svg viewBox="0 0 28 28" width={26} height={26} aria-hidden="true">
      {TILES.map((tile) => (
        <rect
          key={tile}
          x={1 + (tile % 3) * 9}
          y={1 + Math.floor(tile / 3) * 9}
          width={7.4}
          height={7.4}
          rx={0.6}
          fill={tile === 5 ? "var(--accent)" : "var(--ink)"}
          className={classNames("transition-opacity duration-120", tile >= laid && "opacity-10")}
        />
      ))}
    </svg>
  );
}
