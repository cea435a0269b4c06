import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { Exchange } from "@tessera/contract/money-movement/exchange.schemas";
import { useEffect, useRef } from "react";
import { buttonClass } from "../../../ui/form/button.tsx";
import { KeyValue } from "../../../ui/layout/panel.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { Money } from "../../../ui/text/money.tsx";
import { RateTerms } from "./rate-terms.tsx";

/** Renders an exchange that took place, with a link to its movement in each account. */
export function ExchangeReceipt({ exchange }: { readonly exchange: Exchange }) {
  const head = useRef<HTMLDivElement>(null);
  useEffect(() => head.current?.focus({ preventScroll: true }), []);
  const { from, to, soldMovementId, boughtMovementId } = exchange;
  const legs = [
    { currency: from, open: soldMovementId },
    { currency: to, open: boughtMovementId },
  ];
  return (
    <div className="max-w-[560px]">
      <div ref={head} tabIndex={-1} role="status" className="pt-3 pb-4 outline-none">
        <div className="text-small text-ink-3">
          <Trans>Exchanged</Trans>
        </div>
        <div className="text-display">
          <Money amount={exchange.boughtAmount} currency={to} quietCents fit />
        </div>
      </div>
      <RateTerms terms={exchange} />
      <dl>
        <KeyValue label={<Trans>Time</Trans>}>
          <DateText at={exchange.createdAt} />
        </KeyValue>
      </dl>
      <div className="mt-3 grid gap-2.5">
        {legs.map(({ currency, open }) => (
          <Link
            key={open}
            to="/wallet/transaction-history"
            search={{ open }}
            className={buttonClass({ kind: "fill", block: true })}
          >
            <Trans>Movement in your {currency} account</Trans>
          </Link>
        ))}
        <Link to="/wallet/exchange" className={buttonClass({ kind: "text", block: true })}>
          <Trans>Exchange again</Trans>
        </Link>
      </div>
    </div>
  );
}
