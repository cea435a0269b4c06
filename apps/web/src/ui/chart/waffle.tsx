import { tileOpacity } from "./tile-tone.ts";

const STEP = 13;
const SIDE = 10;

interface WaffleProps {
  /** For each share, in order, the number of tiles it fills out of one hundred and their color. */
  readonly shares: readonly { readonly tiles: number; readonly color: string }[];
}

/** Renders a hundred tiles, column by column. The legend shows the numbers. */
export function Waffle({ shares }: WaffleProps) {
  const colors = shares.flatMap(({ tiles, color }) => Array.from({ length: tiles }, () => color));
  return (
    <svg
      viewBox={`0 0 ${SIDE * STEP - 3} ${SIDE * STEP - 3}`}
      className="block h-auto w-full"
      aria-hidden="true"
    >
      {Array.from({ length: SIDE * SIDE }, (_, place) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: tiles are never reordered
          key={place}
          x={Math.floor(place / SIDE) * STEP}
          y={(place % SIDE) * STEP}
          width={10}
          height={10}
          rx={1.6}
          className="laid-tile"
          style={{ "--tile": Math.floor(place / SIDE) } as React.CSSProperties}
          fill={colors[place] ?? "var(--fill-press)"}
          fillOpacity={colors[place] === undefined ? undefined : tileOpacity(place)}
        />
      ))}
    </svg>
  );
}
