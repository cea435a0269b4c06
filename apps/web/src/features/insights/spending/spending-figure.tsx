import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { FigureDays, Spending } from "@tessera/contract/insights/spending.schemas";
import type { CurrencyCode } from "@tessera/money";
import { type ReactNode, useState } from "react";
import { useAsTable } from "../../../ui/chart/figure.tsx";
import { SectionHead } from "../../../ui/layout/panel.tsx";
import { Money } from "../../../ui/text/money.tsx";
import { CategoryFigure } from "./category-figure.tsx";
import { SpendingDays } from "./day-figure.tsx";
import { FigureDaysChoice } from "./figure-days.tsx";
import { ConvertedNote, FigureFailed, FigureSkeleton, UnconvertedNote } from "./figure-frame.tsx";
import { spendingQuery } from "./figures.queries.ts";

interface SpendingFigureProps {
  /** The currency that all amounts are converted to. */
  readonly currency: CurrencyCode;
  /** Limits the chart to one card; absent for all cards. */
  readonly cardId?: string | undefined;
}

interface PictureProps {
  readonly spending: Spending;
  readonly asTable: boolean;
}

function Pictures({ spending, asTable }: PictureProps) {
  const { unconverted } = spending;
  if (spending.categories.length === 0) {
    return unconverted.length > 0 ? (
      <UnconvertedNote currencies={unconverted} />
    ) : (
      <p className="py-3 text-small text-ink-3">
        <Trans>Nothing was spent in this period.</Trans>
      </p>
    );
  }
  return (
    <>
      <SpendingDays days={spending.days} currency={spending.currency} asTable={asTable} />
      <div className="mt-4">
        <CategoryFigure spending={spending} asTable={asTable} />
      </div>
      <ConvertedNote>
        {spending.converted ? (
          <Trans>
            Settled payments minus refunds. Other currencies are converted at today’s rates.
          </Trans>
        ) : (
          <Trans>Settled payments minus refunds.</Trans>
        )}
      </ConvertedNote>
      <UnconvertedNote currencies={unconverted} />
    </>
  );
}

/** Renders recent spending, by day and by category. */
export function SpendingFigure({ currency, cardId }: SpendingFigureProps) {
  const [days, setDays] = useState<FigureDays>("30");
  const { asTable, button } = useAsTable();
  const asked = { days, currency, ...(cardId !== undefined && { cardId }) };
  const { data, isError, refetch } = useQuery(spendingQuery(asked));
  const content = (): ReactNode => {
    if (data !== undefined) {
      return <Pictures spending={data} asTable={asTable} />;
    }
    return isError ? <FigureFailed onRetry={() => void refetch()} /> : <FigureSkeleton />;
  };
  return (
    <section>
      <SectionHead title={<Trans>Spending</Trans>}>{button}</SectionHead>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <FigureDaysChoice value={days} onChange={setDays} />
        {data !== undefined && (
          <Money amount={data.total} currency={data.currency} className="text-h" />
        )}
      </div>
      {content()}
    </section>
  );
}
