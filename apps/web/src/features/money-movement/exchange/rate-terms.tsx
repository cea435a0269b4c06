import { Trans } from "@lingui/react/macro";
import type { Exchange } from "@tessera/contract/money-movement/exchange.schemas";
import { KeyValue } from "../../../ui/layout/panel.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { formatBasisPoints } from "../../../ui/text/format-percent.ts";
import { Money } from "../../../ui/text/money.tsx";
import { RateSourceName } from "../../../ui/text/rate-note.tsx";

/** What quotes and exchanges say about their amounts and rate. */
export type Terms = Pick<
  Exchange,
  | "from"
  | "to"
  | "soldAmount"
  | "boughtAmount"
  | "midRate"
  | "rate"
  | "spreadBasisPoints"
  | "rateSource"
  | "ratedAt"
>;

/** Renders both amounts of an exchange, and how its rate came about. */
export function RateTerms({ terms }: { readonly terms: Terms }) {
  const { from, to } = terms;
  return (
    <dl>
      <KeyValue label={<Trans>From your {from} account</Trans>} strong>
        <Money amount={terms.soldAmount} currency={from} />
      </KeyValue>
      <KeyValue label={<Trans>To your {to} account</Trans>} strong>
        <Money amount={terms.boughtAmount} currency={to} />
      </KeyValue>
      <KeyValue label={<Trans>Your rate</Trans>} ruled>
        <span className="whitespace-nowrap">
          1 {from} = {terms.rate} {to}
        </span>
      </KeyValue>
      <KeyValue label={<Trans>Mid rate</Trans>}>{terms.midRate}</KeyValue>
      <KeyValue label={<Trans>Spread, included in your rate</Trans>}>
        {formatBasisPoints(terms.spreadBasisPoints)}
      </KeyValue>
      <KeyValue label={<Trans>Source</Trans>}>
        <RateSourceName source={terms.rateSource} />
      </KeyValue>
      <KeyValue label={<Trans>Published</Trans>}>
        <DateText at={terms.ratedAt} />
      </KeyValue>
    </dl>
  );
}
