import { Trans, useLingui } from "@lingui/react/macro";
import type { MovementDetail } from "@tessera/contract/insights/bills.schemas";
import { useLocale } from "../../../lib/locale.ts";
import { KeyValue } from "../../../ui/layout/panel.tsx";
import { cardName } from "../../../ui/mosaic/card-name.ts";
import { DateText } from "../../../ui/text/date-text.tsx";
import { Money } from "../../../ui/text/money.tsx";
import { accountTotal } from "./account-total.ts";
import { exchangeFacts, isMarkup } from "./exchange-text.ts";
import type { FilterCard } from "./filter-options.ts";
import { CATEGORY_LABELS, MOVEMENT_KIND_LABELS } from "./movement-title.ts";

interface MovementFactsProps {
  readonly movement: MovementDetail;
  readonly card: FilterCard | undefined;
}

/** Renders a movement's type, card, time, cost and resulting balance. */
export function MovementFacts({ movement, card }: MovementFactsProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const { merchant, fee, currency, cardBalanceAfter, accountBalanceAfter } = movement;
  const total = accountTotal(movement);
  return (
    <dl className="mt-2">
      <KeyValue label={<Trans>Type</Trans>}>{t(MOVEMENT_KIND_LABELS[movement.kind])}</KeyValue>
      {merchant && (
        <KeyValue label={<Trans>Merchant</Trans>}>
          {merchant.name} · {t(CATEGORY_LABELS[merchant.category])} · {merchant.country}
        </KeyValue>
      )}
      {card && (
        <KeyValue label={<Trans>Card</Trans>}>
          {cardName(card, locale)} {card.last4}
        </KeyValue>
      )}
      <KeyValue label={<Trans>Time</Trans>}>
        <DateText at={movement.eventAt} />
      </KeyValue>
      {exchangeFacts(movement, t).map(([label, value]) => (
        <KeyValue key={label} label={label}>
          {value}
        </KeyValue>
      ))}
      {/[1-9]/.test(fee) && !isMarkup(movement) && (
        <KeyValue label={<Trans>Fee</Trans>}>
          <Money amount={fee} currency={currency} />
        </KeyValue>
      )}
      {total !== undefined && (
        <KeyValue label={<Trans>Total from account</Trans>}>
          <Money amount={total} currency={currency} />
        </KeyValue>
      )}
      {cardBalanceAfter !== undefined && (
        <KeyValue label={<Trans>Card balance after</Trans>}>
          <Money amount={cardBalanceAfter} currency={currency} />
        </KeyValue>
      )}
      {accountBalanceAfter !== undefined && (
        <KeyValue label={<Trans>Account balance after</Trans>}>
          <Money amount={accountBalanceAfter} currency={currency} />
        </KeyValue>
      )}
    </dl>
  );
}
