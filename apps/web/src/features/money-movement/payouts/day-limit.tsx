import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { WithdrawalTerms } from "@tessera/contract/money-movement/withdrawals.schemas";
import { KeyValue, Panel, SectionHead } from "../../../ui/layout/panel.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { Money } from "../../../ui/text/money.tsx";
import { inlineLinkClass } from "../../../ui/text/text-link.ts";

/** Renders the amount that can still be withdrawn today and explains how to raise the limit. */
export function DayLimit({ terms }: { readonly terms: WithdrawalTerms }) {
  const { dayLimit, dayUsed, dayEndsAt, hasSecondFactor } = terms;
  return (
    <section>
      <SectionHead title={<Trans>Today’s limit</Trans>} />
      <Panel>
        <dl>
          <KeyValue label={<Trans>Limit</Trans>}>
            <Money amount={dayLimit} currency="USD" />
          </KeyValue>
          <KeyValue label={<Trans>Used</Trans>}>
            <Money amount={dayUsed} currency="USD" />
          </KeyValue>
          <KeyValue label={<Trans>Resets</Trans>}>
            <DateText at={dayEndsAt} />
          </KeyValue>
        </dl>
        {!hasSecondFactor && (
          <p className="mt-1 text-small text-ink-3">
            <Trans>
              With a second factor, you can withdraw more per day.{" "}
              <Link to="/profile" className={inlineLinkClass}>
                Set one up
              </Link>
            </Trans>
          </p>
        )}
      </Panel>
    </section>
  );
}
