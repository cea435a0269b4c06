import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { AccountExchange } from "@tessera/contract/insights/bills.schemas";
import { buttonClass } from "../../../ui/form/button.tsx";
import { KeyValue } from "../../../ui/layout/panel.tsx";
import { formatBasisPoints } from "../../../ui/text/format-percent.ts";
import { Money } from "../../../ui/text/money.tsx";

/** Renders both sides of the exchange that a movement belongs to, with its rate and spread. */
export function AccountExchangeFacts({ exchange }: { readonly exchange: AccountExchange }) {
  const { soldCurrency, boughtCurrency } = exchange;
  return (
    <>
      <dl>
        <KeyValue label={<Trans>Sold</Trans>} ruled>
          <Money amount={exchange.soldAmount} currency={soldCurrency} />
        </KeyValue>
        <KeyValue label={<Trans>Bought</Trans>}>
          <Money amount={exchange.boughtAmount} currency={boughtCurrency} />
        </KeyValue>
        <KeyValue label={<Trans>Rate</Trans>}>
          <span className="whitespace-nowrap">
            1 {soldCurrency} = {exchange.rate} {boughtCurrency}
          </span>
        </KeyValue>
        <KeyValue label={<Trans>Spread, included</Trans>}>
          {formatBasisPoints(exchange.spreadBasisPoints)}
        </KeyValue>
      </dl>
      <Link
        to="/wallet/exchange"
        search={{ id: exchange.exchangeId }}
        className={buttonClass({ kind: "fill", block: true, className: "mt-2.5" })}
      >
        <Trans>See the exchange</Trans>
      </Link>
    </>
  );
}
