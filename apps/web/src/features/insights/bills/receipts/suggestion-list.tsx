import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReceiptDetail, ReceiptReason } from "@tessera/contract/insights/receipts.schemas";
import { ShoppingBag } from "lucide-react";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { tellOutcome } from "../../../../lib/tell-outcome.ts";
import { Note } from "../../../../ui/layout/panel.tsx";
import { ListRowButton, RowIcon } from "../../../../ui/list/list-row.tsx";
import { showToast } from "../../../../ui/overlay/toast-store.ts";
import { DateText } from "../../../../ui/text/date-text.tsx";
import { formatMoney } from "../../../../ui/text/format-money.ts";
import { useReceiptLink } from "./receipts.queries.ts";

const REASON_TEXTS: Readonly<Record<ReceiptReason, MessageDescriptor>> = {
  amount: msg`same amount`,
  day: msg`similar date`,
  merchant: msg`same merchant`,
};

interface SuggestionListProps {
  readonly receipt: ReceiptDetail;
  readonly onAttached: () => void;
}

/** Lists the payments that a receipt may be for. Pressing one attaches the receipt to it. */
export function SuggestionList({ receipt, onAttached }: SuggestionListProps) {
  const { t } = useLingui();
  const link = useReceiptLink();
  const { id, suggestions, amount, merchant } = receipt;
  if (suggestions.length === 0) {
    return amount === null && merchant === null ? null : (
      <Note className="mt-4" role="status">
        <Trans>
          No payment agrees with this. It may not have been made with one of your cards, or it
          already has a receipt. You can also attach the receipt from the payment’s details.
        </Trans>
      </Note>
    );
  }
  return (
    <section aria-labelledby="suggestions" className="mt-5">
      <h3 id="suggestions" className="text-h">
        <Trans>Is it one of these?</Trans>
      </h3>
      {suggestions.map((one) => (
        <ListRowButton
          key={one.movementId}
          onClick={() =>
            tellOutcome(
              link,
              { id, movementId: one.movementId, isOn: true },
              {
                onSuccess: () => showToast({ tone: "success", text: t`Receipt attached` }),
                whileShown: onAttached,
              },
            )
          }
          lead={
            <RowIcon>
              <ShoppingBag aria-hidden="true" strokeWidth={1.75} />
            </RowIcon>
          }
          title={one.title}
          meta={
            <>
              {one.reasons.map((reason) => t(REASON_TEXTS[reason])).join(", ")} ·{" "}
              <DateText at={one.eventAt} format="brief" />
            </>
          }
          amount={formatMoney(one.amount, one.currency)}
        />
      ))}
      {link.error !== null && (
        <Note tone="negative" role="alert" className="mt-2.5">
          {messageOf(link.error, t`Unknown error`)}
        </Note>
      )}
    </section>
  );
}
