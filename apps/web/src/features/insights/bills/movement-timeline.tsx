import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { MovementStep, StepLabel } from "@tessera/contract/insights/bills.schemas";
import { DateText } from "../../../ui/text/date-text.tsx";
import { Money } from "../../../ui/text/money.tsx";
import { exchangeLine } from "./exchange-text.ts";
import { MovementStatus } from "./movement-status.tsx";
import { MOVEMENT_KIND_LABELS } from "./movement-title.ts";

/** Names of the steps in a movement's timeline. */
const STEP_LABELS: Readonly<Record<MovementStep["kind"], MessageDescriptor>> = {
  ...MOVEMENT_KIND_LABELS,
  increment: msg`Amount raised`,
  advice: msg`Amount adjusted`,
  clearing: msg`Settled`,
  reversal: msg`Returned`,
  expiry: msg`Hold expired`,
  release: msg`Hold released`,
  repayment: msg`Negative balance repaid`,
  return_reversal: msg`Refund reversed`,
  deposit_reversal: msg`Payment taken back by the network`,
  review: msg`Your decision`,
};

/** Short notes on unusual steps. */
export const STEP_LABEL_TEXTS: Readonly<Record<StepLabel, MessageDescriptor>> = {
  late: msg`Settled after the hold ended`,
  over_tolerance: msg`Above the authorized amount`,
  over_balance: msg`More than the card’s balance`,
  partial: msg({ message: "Partial", context: "timeline" }),
  unmatched: msg`No authorization received`,
};

/** Name of a force post that belongs to a purchase rather than being a separate late charge. */
const WITHIN_PURCHASE = msg`Additional charge`;

/** Returns the name of a step in its timeline. */
export function stepName(step: MovementStep, isFirst: boolean): MessageDescriptor {
  return step.kind === "force_post" && !isFirst ? WITHIN_PURCHASE : STEP_LABELS[step.kind];
}

/** Renders the steps of a movement, oldest first. */
export function MovementTimeline({ steps }: { readonly steps: readonly MovementStep[] }) {
  const { t } = useLingui();
  return (
    <section className="mt-3">
      <h3 className="mb-1 text-small font-medium text-ink-3">
        <Trans>Timeline</Trans>
      </h3>
      <ol>
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are never reordered
          <li key={index} className="relative flex gap-3 pb-3 last:pb-0">
            <span aria-hidden="true" className="flex flex-none flex-col items-center pt-1.5">
              <span className="size-2.5 rounded-tile bg-accent" />
              {index < steps.length - 1 && <span className="mt-1 w-px flex-1 bg-line" />}
            </span>
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{t(stepName(step, index === 0))}</span>
              {step.labels?.map((label) => (
                <span key={label} className="block text-small text-ink-2">
                  {t(STEP_LABEL_TEXTS[label])}
                </span>
              ))}
              {step.exchange && (
                <span className="block text-small text-ink-2">
                  {exchangeLine(step.exchange, step.currency, t)}
                </span>
              )}
              <span className="block text-small text-ink-3">
                <DateText at={step.at} />
              </span>
            </span>
            <span className="flex flex-none flex-col items-end gap-0.5">
              <Money amount={step.amount} currency={step.currency} />
              <MovementStatus movement={asMovement(step)} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Returns the fields that select a step's label. Steps other than deposits use bill statuses. */
export function asMovement({ kind, status }: MovementStep) {
  return { kind: kind === "deposit" ? kind : "purchase", status } as const;
}
