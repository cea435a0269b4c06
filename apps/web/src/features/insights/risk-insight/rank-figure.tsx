import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Figure } from "../../../ui/chart/figure.tsx";
import { SegmentBar } from "../../../ui/chart/segment-bar.tsx";

/** One of several that share a whole. */
export interface Ranked {
  readonly key: string;
  readonly name: string;
  readonly value: bigint;
  /** The value as it is read. */
  readonly told: ReactNode;
}

interface RankFigureProps {
  readonly caption: string;
  /** What the values are ("Payments"). */
  readonly valueHead: string;
  readonly rows: readonly Ranked[];
  /** What all of them are parts of. */
  readonly of: bigint;
  readonly tone?: "negative" | undefined;
  readonly asTable: boolean;
}

/** Fewer would be planks rather than tiles. */
const MIN_SEGMENTS = 12;

/** Parts of a whole, the largest first, each with a row of tiles. */
export function RankFigure({ caption, valueHead, rows, of, tone, asTable }: RankFigureProps) {
  const { t } = useLingui();
  return (
    <Figure
      asTable={asTable}
      table={{
        caption,
        head: [t`Name`, valueHead],
        rows: rows.map(({ key, name, told }) => ({ key, cells: [name, told] })),
      }}
    >
      <ul>
        {rows.map(({ key, name, value, told }) => (
          <li key={key} className="py-[7px]">
            <span className="mb-1.5 flex items-baseline justify-between gap-4 text-small">
              <span className="min-w-0 break-words">{name}</span>
              <span className="flex-none font-medium">{told}</span>
            </span>
            <SegmentBar
              value={value < 0n ? 0n : value}
              of={of}
              tone={tone}
              atLeast={MIN_SEGMENTS}
            />
          </li>
        ))}
      </ul>
    </Figure>
  );
}
