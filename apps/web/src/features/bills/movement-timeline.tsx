import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { MovementStep } from "@tessera/contract/bills/bills.schemas";
import { DateText } from "../../ui/date-text.tsx";
import { Money } from "../../ui/money.tsx";
import { MovementStatus } from "./movement-status.tsx";
import { MOVEMENT_KIND_LABELS } from "./movement-title.ts";

/** What each thing that happens to a movement is called. */
export const STEP_LABELS: Readonly<Record<MovementStep["kind"], MessageDescriptor>> = {
  ...MOVEMENT_KIND_LABELS,
  increment: msg`Amount raised`,
  clearing: msg`Settled`,
  reversal: msg`Given back`,
  expiry: msg`Hold expired`,
  release: msg`Hold released`,
  repayment: msg`Debt repaid`,
};

/** Everything that happened to a movement, first thing first. */
export function MovementTimeline({ steps }: { readonly steps: readonly MovementStep[] }) {
  const { t } = useLingui();
  return (
    <section className="mt-3">
      <h3 className="mb-1 text-small font-medium text-ink-3">
        <Trans>Timeline</Trans>
      </h3>
      <ol>
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
          <li key={index} className="relative flex gap-3 pb-3 last:pb-0">
            <span aria-hidden="true" className="flex flex-none flex-col items-center pt-1.5">
              <span className="size-2.5 rounded-tile bg-accent" />
              {index < steps.length - 1 && <span className="mt-1 w-px flex-1 bg-line" />}
            </span>
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{t(STEP_LABELS[step.kind])}</span>
              <span className="block text-small text-ink-3">
                <DateText at={step.at} />
              </span>
            </span>
            <span className="flex flex-none flex-col items-end gap-0.5">
              <Money amount={step.amount} currency={step.currency} />
              <MovementStatus movement={{ kind: movementKindOf(step), status: step.status }} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A step's own kind where it is a movement's; the words of other steps are those of bills. */
function movementKindOf({ kind }: MovementStep) {
  return kind === "deposit" ? kind : "purchase";
}
