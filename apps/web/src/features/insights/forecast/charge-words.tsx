import { Plural, Trans } from "@lingui/react/macro";
import type { LikelyCharge } from "@tessera/contract/insights/forecast.schemas";
import type { CurrencyCode } from "@tessera/money";
import type { ReactNode } from "react";
import { noonOf } from "../../../lib/time/noon-of.ts";
import { DateText } from "../../../ui/text/date-text.tsx";
import { formatMoney } from "../../../ui/text/format-money.ts";

/** Renders how often a merchant charges. */
function CadenceText({ cadence }: { readonly cadence: NonNullable<LikelyCharge["cadence"]> }) {
  switch (cadence) {
    case "weekly":
      return <Trans>every week</Trans>;
    case "monthly":
      return <Trans>every month</Trans>;
    case "yearly":
      return <Trans>every year</Trans>;
  }
}

/** Renders the date when a charge is expected, and the reason. */
export function ChargeWhen({
  charge,
  on = charge.expectedOn,
}: {
  readonly charge: LikelyCharge;
  /** The day to show if it differs from the day of the next expected charge. */
  readonly on?: string | undefined;
}): ReactNode {
  const { cadence, tries, lastAt } = charge;
  return (
    <>
      {on !== undefined && (
        <>
          <DateText at={noonOf(on)} format="day" />
          {cadence !== undefined && (
            <>
              {" · "}
              <CadenceText cadence={cadence} />
            </>
          )}
        </>
      )}
      {on !== undefined && tries > 0 && " · "}
      {tries > 0 && (
        <Trans>
          <Plural value={tries} one="# declined attempt" other="# declined attempts" />, last{" "}
          <DateText at={lastAt} format="brief" />
        </Trans>
      )}
    </>
  );
}

/** Renders a merchant's price increase, if there was one. */
export function PriceRise({
  charge,
  currency,
}: {
  readonly charge: LikelyCharge;
  readonly currency: CurrencyCode;
}) {
  const { priceRise } = charge;
  if (priceRise === undefined) {
    return null;
  }
  return (
    <span className="block text-caution">
      <Trans>
        Was {formatMoney(priceRise.from, currency)} until{" "}
        <DateText at={noonOf(priceRise.since)} format="day" />
      </Trans>
    </span>
  );
}
