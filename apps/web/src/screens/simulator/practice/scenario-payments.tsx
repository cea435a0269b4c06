import { Trans } from "@lingui/react/macro";
import type { PracticePlay, PracticeSession } from "@tessera/contract/simulator/scenarios.schemas";
import { MovementTimeline } from "../../../features/insights/bills/movement-timeline.tsx";
import { SectionHead } from "../../../ui/layout/panel.tsx";
import { Disclosure } from "../../../ui/list/disclosure.tsx";
import { Money } from "../../../ui/text/money.tsx";

interface ScenarioPaymentsProps {
  readonly payments: PracticeSession["payments"];
  readonly plays: readonly PracticePlay[];
}

function isWithin(at: string, plays: readonly PracticePlay[]): boolean {
  const moment = new Date(at);
  return plays.some(({ from, to }) => moment > new Date(from) && moment <= new Date(to));
}

/** Renders the payments in a scenario as bills, each with its timeline. */
export function ScenarioPayments({ payments, plays }: ScenarioPaymentsProps) {
  const shown = payments
    .filter(({ timeline }) => timeline.some(({ at }) => isWithin(at, plays)))
    .toReversed();
  return shown.length === 0 ? null : (
    <section className="mt-1">
      <SectionHead title={<Trans>On the bill</Trans>} />
      {shown.map(({ id, title, amount, currency, timeline }) => (
        <Disclosure key={id} title={title} value={<Money amount={amount} currency={currency} />}>
          <MovementTimeline steps={timeline} />
        </Disclosure>
      ))}
    </section>
  );
}
