import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { Insight } from "@tessera/contract/authorization/risk-insight.schemas";
import { useState } from "react";
import { countryName } from "../../../features/insights/risk-insight/country-name.ts";
import { REASON_NAMES } from "../../../features/insights/risk-insight/factor-words.ts";
import { type Ranked, RankFigure } from "../../../features/insights/risk-insight/rank-figure.tsx";
import { ViewChips } from "../../../features/insights/risk-insight/view-chips.tsx";
import { CATEGORY_NAMES } from "../../../features/insights/spending/category-figure.tsx";
import { DayFigure } from "../../../features/insights/spending/day-figure.tsx";
import { useLocale } from "../../../lib/locale.ts";
import { useAsTable } from "../../../ui/chart/figure.tsx";
import { SectionHead } from "../../../ui/layout/panel.tsx";

type View = "reason" | "merchant" | "country" | "category" | "day";
type Declines = Insight["declines"];

interface PictureProps {
  readonly declines: Declines;
  readonly view: View;
  readonly asTable: boolean;
}

function Days({ declines, asTable }: Omit<PictureProps, "view">) {
  const { t } = useLingui();
  return (
    <DayFigure
      caption={t`Declines by day`}
      valueHead={t`Declines`}
      days={declines.byDay.map(({ day, count }) => ({ day, value: BigInt(count), told: count }))}
      asTable={asTable}
    />
  );
}

/** Returns the groups of declines with their names in the reader's language. */
function useParts(declines: Declines, view: View): Ranked[] {
  const { t } = useLingui();
  const locale = useLocale();
  const ranked = (key: string, name: string, count: number): Ranked => ({
    key,
    name,
    value: BigInt(count),
    told: count,
  });
  switch (view) {
    case "reason":
      return declines.byReason.map((one) =>
        ranked(one.reason, t(REASON_NAMES[one.reason]), one.count),
      );
    case "category":
      return declines.byCategory.map((one) =>
        ranked(one.category, t(CATEGORY_NAMES[one.category]), one.count),
      );
    case "country":
      return declines.byCountry.map((one) =>
        ranked(one.country, countryName(one.country, locale), one.count),
      );
    case "merchant":
      return declines.byMerchant.map((one) => ranked(one.name, one.name, one.count));
    case "day":
      return [];
  }
}

function Picture({ declines, view, asTable }: PictureProps) {
  const { t } = useLingui();
  const rows = useParts(declines, view);
  if (view === "day") {
    return <Days declines={declines} asTable={asTable} />;
  }
  return (
    <RankFigure
      caption={t`Declined payments`}
      valueHead={t`Declines`}
      rows={rows}
      of={BigInt(declines.total)}
      tone="negative"
      asTable={asTable}
    />
  );
}

/** Renders the declines in the period and their reasons. */
export function DeclinesSection({ declines }: { readonly declines: Declines }) {
  const { t } = useLingui();
  const [view, setView] = useState<View>("reason");
  const { asTable, button } = useAsTable();
  const { total, of } = declines;
  return (
    <section className="mt-3.5">
      <SectionHead title={<Trans>Declines</Trans>}>
        <span className="text-small text-ink-3">
          <Plural value={of} one={`${total} of # payment`} other={`${total} of # payments`} />
        </span>
      </SectionHead>
      {total === 0 ? (
        <p className="py-2 text-small text-ink-3">
          <Trans>No payments were declined in this period.</Trans>
        </p>
      ) : (
        <>
          <ViewChips
            label={t`Declines by category`}
            views={[
              { value: "reason", label: t`Reason` },
              { value: "merchant", label: t`Merchant` },
              { value: "country", label: t`Country or region` },
              { value: "category", label: t`Category` },
              { value: "day", label: t`Day` },
            ]}
            value={view}
            onChange={setView}
          />
          <Picture declines={declines} view={view} asTable={asTable} />
          <div className="flex justify-end">{button}</div>
        </>
      )}
    </section>
  );
}
