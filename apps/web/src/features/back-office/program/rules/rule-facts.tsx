import { Trans, useLingui } from "@lingui/react/macro";
import type { ProgramRuleTerms } from "@tessera/contract/back-office/program-rules.schemas";
import type { ReactNode } from "react";
import { useLocale } from "../../../../lib/locale.ts";
import { KeyValue } from "../../../../ui/layout/panel.tsx";
import { formatMoney } from "../../../../ui/text/format-money.ts";
import { WINDOW_WORDS } from "./rule-words.ts";

/** Formats country names in the reader's language as a list. */
export function countryNames(codes: readonly string[], locale: string): string {
  const names = new Intl.DisplayNames([locale], { type: "region" });
  const told = codes.map((code) => (/^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code));
  return new Intl.ListFormat(locale, { type: "conjunction", style: "narrow" }).format(told);
}

/** The conditions that are each described on a separate line. */
const TOLD = ["countries", "mccs", "payments", "spending"];

function List({
  match,
  children,
}: {
  readonly match: "any_of" | "none_of";
  readonly children: ReactNode;
}) {
  return match === "any_of" ? children : <Trans>All except {children}</Trans>;
}

/** Describes what a rule declines, one condition per line. */
export function RuleFacts({ terms }: { readonly terms: ProgramRuleTerms }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { when = {}, newCardsPerDay, currency = "USD", tier, addresses } = terms;
  const { countries, mccs, payments, spending } = when;
  const limit = payments ?? spending;
  const others = Object.keys(when).filter((name) => !TOLD.includes(name));
  return (
    <dl>
      {newCardsPerDay !== undefined && (
        <KeyValue label={<Trans>New cards per customer per day</Trans>}>
          <Trans>At most {newCardsPerDay}</Trans>
        </KeyValue>
      )}
      {countries !== undefined && (
        <KeyValue label={<Trans>Countries</Trans>}>
          <List match={countries.match}>{countryNames(countries.values, locale)}</List>
        </KeyValue>
      )}
      {addresses === true && (
        <KeyValue label={<Trans>Billing addresses</Trans>}>
          <Trans>Rejected in these countries</Trans>
        </KeyValue>
      )}
      {mccs !== undefined && (
        <KeyValue label={<Trans>Merchant category codes</Trans>}>
          <List match={mccs.match}>{mccs.values.join(", ")}</List>
        </KeyValue>
      )}
      {payments !== undefined && (
        <KeyValue label={<Trans>Payments</Trans>}>
          <Trans>At most {payments.over}</Trans>
        </KeyValue>
      )}
      {spending !== undefined && (
        <KeyValue label={<Trans>Spending</Trans>}>
          <Trans>At most {formatMoney(spending.over, currency)}</Trans>
        </KeyValue>
      )}
      {limit !== undefined && (
        <>
          <KeyValue label={<Trans>Time window</Trans>}>{t(WINDOW_WORDS[limit.window])}</KeyValue>
          <KeyValue label={<Trans>Counted per</Trans>}>
            {terms.counts === "together" ? (
              <Trans>All of a customer’s cards combined</Trans>
            ) : (
              <Trans>Each card separately</Trans>
            )}
          </KeyValue>
        </>
      )}
      {tier !== undefined && <KeyValue label={<Trans>Card type</Trans>}>{tier}</KeyValue>}
      {others.length > 0 && (
        <KeyValue label={<Trans>More conditions</Trans>}>{others.join(", ")}</KeyValue>
      )}
    </dl>
  );
}
