import { Plural, Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { LikelyCharge } from "@tessera/contract/insights/forecast.schemas";
import type { CurrencyCode } from "@tessera/money";
import { Money } from "../../../ui/text/money.tsx";
import { ChargeWhen, PriceRise } from "./charge-words.tsx";
import { likelyChargesQuery } from "./outlook.queries.ts";

/** Maximum number of rows; more would push the dialog's buttons out of sight. */
const SHOWN = 4;

function Row({
  charge,
  currency,
}: {
  readonly charge: LikelyCharge;
  readonly currency: CurrencyCode;
}) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 py-1.5 not-first:border-t not-first:border-line">
      <span className="min-w-0 flex-[1_1_8rem]">
        <span className="block font-medium text-ink">{charge.title}</span>
        <span className="block text-ink-3">
          <ChargeWhen charge={charge} />
        </span>
        <PriceRise charge={charge} currency={currency} />
      </span>
      <Money amount={charge.amount} currency={currency} className="ml-auto font-medium text-ink" />
    </li>
  );
}

/**
 * Renders the merchants whose charges will be declined if payments on the card stop. This is for
 * information only and blocks nothing. Renders nothing while loading or if no charge is expected.
 */
export function LikelyNext({ cardId }: { readonly cardId: string }) {
  const { data } = useQuery(likelyChargesQuery(cardId));
  if (data === undefined || data.data.length === 0) {
    return null;
  }
  const { currency } = data;
  const more = data.data.length - SHOWN;
  return (
    <section className="mt-3 rounded-control bg-fill px-3.5 py-2.5 text-small">
      <h3 className="font-medium text-ink">
        <Trans>Likely to charge this card next</Trans>
      </h3>
      <ul className="mt-1">
        {data.data.slice(0, SHOWN).map((charge) => (
          <Row key={charge.title} charge={charge} currency={currency} />
        ))}
      </ul>
      {more > 0 && (
        <p className="border-t border-line pt-1.5 text-ink-3">
          <Plural value={more} one="and # more merchant" other="and # more merchants" />
        </p>
      )}
    </section>
  );
}
