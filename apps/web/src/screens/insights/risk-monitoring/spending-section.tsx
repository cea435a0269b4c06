import { Trans, useLingui } from "@lingui/react/macro";
import type { Insight } from "@tessera/contract/authorization/risk-insight.schemas";
import { useState } from "react";
import { countryName } from "../../../features/insights/risk-insight/country-name.ts";
import { type Ranked, RankFigure } from "../../../features/insights/risk-insight/rank-figure.tsx";
import { ViewChips } from "../../../features/insights/risk-insight/view-chips.tsx";
import { CategoryFigure } from "../../../features/insights/spending/category-figure.tsx";
import { SpendingDays } from "../../../features/insights/spending/day-figure.tsx";
import { UnconvertedNote } from "../../../features/insights/spending/figure-frame.tsx";
import { useLocale } from "../../../lib/locale.ts";
import { signedMinor } from "../../../lib/signed-amount.ts";
import { ZERO } from "../../../lib/zero.ts";
import { useAsTable } from "../../../ui/chart/figure.tsx";
import { SectionHead } from "../../../ui/layout/panel.tsx";
import { Money } from "../../../ui/text/money.tsx";

type View = "category" | "merchant" | "country" | "day";
type Spent = Insight["spending"];

interface PictureProps {
  readonly spending: Spent;
  readonly asTable: boolean;
}

function Ranks({ spending, view, asTable }: PictureProps & { readonly view: View }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { currency, total } = spending;
  const parts =
    view === "merchant"
      ? spending.byMerchant
      : spending.byCountry.map(({ country, amount }) => ({
          name: countryName(country, locale),
          amount,
        }));
  const rows: Ranked[] = parts.map(({ name, amount }) => ({
    key: name,
    name,
    value: signedMinor(amount, currency) ?? ZERO,
    told: <Money amount={amount} currency={currency} />,
  }));
  return (
    <RankFigure
      caption={view === "merchant" ? t`Spending by merchant` : t`Spending by country`}
      valueHead={t`Spent`}
      rows={rows}
      of={signedMinor(total, currency) ?? ZERO}
      asTable={asTable}
    />
  );
}

function Picture({ view, spending, asTable }: PictureProps & { readonly view: View }) {
  const { currency } = spending;
  switch (view) {
    case "category":
      return (
        <CategoryFigure
          spending={{ categories: spending.byCategory, currency }}
          asTable={asTable}
        />
      );
    case "day":
      return <SpendingDays days={spending.byDay} currency={currency} asTable={asTable} />;
    default:
      return <Ranks spending={spending} view={view} asTable={asTable} />;
  }
}

/** Renders spending in the period, by category or by day. */
export function SpendingSection({ spending }: { readonly spending: Spent }) {
  const { t } = useLingui();
  const [view, setView] = useState<View>("category");
  const { asTable, button } = useAsTable();
  const { total, currency, converted, unconverted, byCategory } = spending;
  return (
    <section className="mt-3.5">
      <SectionHead title={<Trans>Spending</Trans>}>
        <Money amount={total} currency={currency} className="text-h" />
      </SectionHead>
      {byCategory.length === 0 && unconverted.length === 0 && (
        <p className="py-2 text-small text-ink-3">
          <Trans>Nothing was spent in this period.</Trans>
        </p>
      )}
      {byCategory.length > 0 && (
        <>
          <ViewChips
            label={t`Spending by category`}
            views={[
              { value: "category", label: t`Category` },
              { value: "merchant", label: t`Merchant` },
              { value: "country", label: t`Country or region` },
              { value: "day", label: t`Day` },
            ]}
            value={view}
            onChange={setView}
          />
          <Picture spending={spending} view={view} asTable={asTable} />
          <div className="mt-2 flex items-center justify-between gap-4">
            <div className="text-micro text-ink-3">
              {view === "category" && (
                <p>
                  <Trans>Each tile is 1% of spending.</Trans>
                </p>
              )}
              {converted && (
                <p>
                  <Trans>Other currencies are converted at today’s rates.</Trans>
                </p>
              )}
            </div>
            {button}
          </div>
        </>
      )}
      <UnconvertedNote currencies={unconverted} />
    </section>
  );
}
