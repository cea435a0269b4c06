import { useLingui } from "@lingui/react/macro";
import { greater } from "@tessera/money";
import type { ReactNode } from "react";
import { ZERO } from "../../../lib/zero.ts";
import { Figure } from "../../../ui/chart/figure.tsx";
import { SegmentBar } from "../../../ui/chart/segment-bar.tsx";

/** One part of a whole. */
export interface Ranked {
  readonly key: string;
  readonly name: string;
  readonly value: bigint;
  /** The value as it is displayed. */
  readonly told: ReactNode;
}

interface RankFigureProps {
  readonly caption: string;
  /** Column heading of the values, such as "Payments". */
  readonly valueHead: string;
  readonly rows: readonly Ranked[];
  /** The total that the values are parts of. */
  readonly of: bigint;
  readonly tone?: "negative" | undefined;
  readonly asTable: boolean;
}

/** Minimum number of segments. With fewer, the tiles would be too wide. */
const MIN_SEGMENTS = 12;

/** Renders the parts of a whole, largest first, each with a row of tiles. */
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
            <SegmentBar value={greater(value, ZERO)} of={of} tone={tone} atLeast={MIN_SEGMENTS} />
          </li>
        ))}
      </ul>
    </Figure>
  );
}
