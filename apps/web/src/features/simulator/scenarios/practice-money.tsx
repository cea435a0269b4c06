import { Trans } from "@lingui/react/macro";
import type { PracticeSession } from "@tessera/contract/simulator/scenarios.schemas";
import { KeyValue, Panel } from "../../../ui/layout/panel.tsx";
import { Money } from "../../../ui/text/money.tsx";

interface PracticeMoneyProps {
  readonly session: PracticeSession;
  /** Whether to show only the available and held amounts, for places with limited space. */
  readonly brief?: boolean | undefined;
}

/** Renders the balances of the practice card and its account. */
export function PracticeMoney({ session, brief }: PracticeMoneyProps) {
  const { balances, currency, accountBalance } = session;
  return (
    <Panel className="py-1.5">
      <dl>
        <KeyValue label={<Trans>Available</Trans>} strong>
          <Money amount={balances.available} currency={currency} />
        </KeyValue>
        <KeyValue label={<Trans context="money">Held</Trans>} ruled>
          <Money amount={balances.held} currency={currency} />
        </KeyValue>
        {!brief && (
          <>
            <KeyValue label={<Trans>Balance</Trans>} ruled>
              <Money amount={balances.balance} currency={currency} />
            </KeyValue>
            <KeyValue label={<Trans>Practice account</Trans>} ruled>
              <Money amount={accountBalance} currency={currency} />
            </KeyValue>
          </>
        )}
      </dl>
    </Panel>
  );
}
