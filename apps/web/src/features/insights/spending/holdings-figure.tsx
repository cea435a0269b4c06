import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { FigureDays, Holdings } from "@tessera/contract/insights/spending.schemas";
import type { CurrencyCode } from "@tessera/money";
import { useState } from "react";
import { signedMinor } from "../../../lib/signed-amount.ts";
import { noonOf } from "../../../lib/time/noon-of.ts";
import { ZERO } from "../../../lib/zero.ts";
import { AreaLine } from "../../../ui/chart/area-line.tsx";
import { Figure, useAsTable } from "../../../ui/chart/figure.tsx";
import { SectionHead } from "../../../ui/layout/panel.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { Money } from "../../../ui/text/money.tsx";
import { FigureDaysChoice } from "./figure-days.tsx";
import {
  ConvertedNote,
  DayAxis,
  FigureFailed,
  FigureSkeleton,
  UnconvertedNote,
} from "./figure-frame.tsx";
import { holdingsQuery } from "./figures.queries.ts";

export type HoldingPart = "total" | "cards" | "account";

interface HoldingsFigureProps {
  readonly currency: CurrencyCode;
  /** The part of the balance that the line shows; the table shows all parts. */
  readonly part?: HoldingPart | undefined;
}

interface PictureProps {
  readonly holdings: Holdings;
  readonly part: HoldingPart;
  readonly asTable: boolean;
}

function isEmpty({ days }: Holdings): boolean {
  return days.every(({ cards, account }) => !/[1-9]/.test(cards + account));
}

function Picture({ holdings, part, asTable }: PictureProps) {
  const { t } = useLingui();
  const { days, currency, unconverted } = holdings;
  if (isEmpty(holdings)) {
    return unconverted.length > 0 ? (
      <UnconvertedNote currencies={unconverted} />
    ) : (
      <p className="py-3 text-small text-ink-3">
        <Trans>You had no assets in this period.</Trans>
      </p>
    );
  }
  const money = (amount: string) => <Money amount={amount} currency={currency} />;
  return (
    <>
      <Figure
        asTable={asTable}
        table={{
          caption: t`Holdings at the end of each day`,
          head: [t`Day`, t`On cards`, t`Account`, t`Total`],
          rows: days.toReversed().map(({ day, cards, account, total }) => ({
            key: day,
            cells: [
              <DateText key="day" at={noonOf(day)} format="day" />,
              money(cards),
              money(account),
              money(total),
            ],
          })),
        }}
      >
        <AreaLine values={days.map((day) => signedMinor(day[part], currency) ?? ZERO)} />
        <DayAxis days={days} />
      </Figure>
      {holdings.converted && <ConvertedNote />}
      <UnconvertedNote currencies={unconverted} />
    </>
  );
}

/** Renders the customer's balance at the end of each recent day. */
export function HoldingsFigure({ currency, part = "total" }: HoldingsFigureProps) {
  const [days, setDays] = useState<FigureDays>("30");
  const { asTable, button } = useAsTable();
  const { data, isError, refetch } = useQuery(holdingsQuery({ days, currency }));
  return (
    <section>
      <SectionHead title={<Trans>Balance over time</Trans>}>{button}</SectionHead>
      <div className="mb-3">
        <FigureDaysChoice value={days} onChange={setDays} />
      </div>
      {data !== undefined && <Picture holdings={data} part={part} asTable={asTable} />}
      {data === undefined && isError && <FigureFailed onRetry={() => void refetch()} />}
      {data === undefined && !isError && <FigureSkeleton />}
    </section>
  );
}
