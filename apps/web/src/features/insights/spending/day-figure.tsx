import { useLingui } from "@lingui/react/macro";
import type { Spending } from "@tessera/contract/insights/spending.schemas";
import type { ReactNode } from "react";
import { signedMinor } from "../../../lib/signed-amount.ts";
import { noonOf } from "../../../lib/time/noon-of.ts";
import { ZERO } from "../../../lib/zero.ts";
import { Figure } from "../../../ui/chart/figure.tsx";
import { TileColumns } from "../../../ui/chart/tile-columns.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { Money } from "../../../ui/text/money.tsx";
import { columnsOf } from "./day-buckets.ts";
import { DayAxis } from "./figure-frame.tsx";

interface DayFigureProps {
  readonly caption: string;
  /** Column heading of the values, such as "Spent". */
  readonly valueHead: string;
  /** One entry per day, oldest first, with its value and its formatted text. */
  readonly days: readonly {
    readonly day: string;
    readonly value: bigint;
    readonly told: ReactNode;
  }[];
  readonly asTable: boolean;
}

/**
 * Renders daily values as columns of tiles or as a table. If there are many days, each column
 * covers several of them.
 */
export function DayFigure({ caption, valueHead, days, asTable }: DayFigureProps) {
  const { t } = useLingui();
  return (
    <Figure
      asTable={asTable}
      table={{
        caption,
        head: [t`Day`, valueHead],
        rows: days.toReversed().map(({ day, told }) => ({
          key: day,
          cells: [<DateText key="day" at={noonOf(day)} format="day" />, told],
        })),
      }}
    >
      <TileColumns values={columnsOf(days.map(({ value }) => value))} />
      <DayAxis days={days} />
    </Figure>
  );
}

interface SpendingDaysProps extends Pick<Spending, "days" | "currency"> {
  readonly asTable: boolean;
}

/** Renders spending by day. */
export function SpendingDays({ days, currency, asTable }: SpendingDaysProps) {
  const { t } = useLingui();
  return (
    <DayFigure
      caption={t`Spending by day`}
      valueHead={t`Spent`}
      days={days.map(({ day, amount }) => ({
        day,
        value: signedMinor(amount, currency) ?? ZERO,
        told: <Money amount={amount} currency={currency} />,
      }))}
      asTable={asTable}
    />
  );
}
