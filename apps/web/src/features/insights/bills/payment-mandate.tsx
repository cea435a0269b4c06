import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { PaymentMandate as Mandate } from "@tessera/contract/cards/mandates.schemas";
import { buttonClass } from "../../../ui/form/button.tsx";
import { KeyValue } from "../../../ui/layout/panel.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { Money } from "../../../ui/text/money.tsx";

/** Renders the purchase mandate that a payment was made, or declined, under. */
export function PaymentMandate({ mandate }: { readonly mandate: Mandate }) {
  const { id, merchant, ceiling, currency, until } = mandate;
  return (
    <>
      <dl>
        <KeyValue label={<Trans>Approved purchase</Trans>} ruled>
          <span className="wrap-break-word">{merchant}</span>
        </KeyValue>
        <KeyValue label={<Trans>At most</Trans>}>
          <Money amount={ceiling} currency={currency} />
        </KeyValue>
        <KeyValue label={<Trans>Valid until</Trans>}>
          <DateText at={until} />
        </KeyValue>
      </dl>
      <Link
        to="/pending-reviews"
        search={{ open: id }}
        className={buttonClass({ kind: "fill", block: true, className: "mt-2.5" })}
      >
        <Trans>See the purchase</Trans>
      </Link>
    </>
  );
}
