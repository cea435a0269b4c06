import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { HoldStep } from "@tessera/contract/insights/forecast.schemas";
import { DateText } from "../../../ui/text/date-text.tsx";
import { formatMoney } from "../../../ui/text/format-money.ts";

const OTHER = msg`The payment changed`;

/** Texts that explain why a hold changed, by the type of the merchant's message. */
const REASONS: Readonly<Partial<Record<HoldStep["kind"], MessageDescriptor>>> = {
  purchase: msg`The payment was approved`,
  increment: msg`The merchant requested more`,
  advice: msg`The merchant corrected the amount`,
  clearing: msg`Settled in part`,
  force_post: msg`The merchant charged more than the amount held`,
  reversal: msg`The merchant returned part of it`,
  repayment: msg`The card’s negative balance was repaid`,
};

function reasonOf({ kind, status }: HoldStep): MessageDescriptor {
  return kind === "increment" && status === "declined"
    ? msg`The merchant requested more and was declined`
    : (REASONS[kind] ?? OTHER);
}

/** Renders the changes to a hold, each with the resulting amount held. */
export function HoldTimeline({ steps }: { readonly steps: readonly HoldStep[] }) {
  const { t } = useLingui();
  return (
    <ol className="mt-1">
      {steps.map((step, index) => {
        const held = formatMoney(step.held, step.currency);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are never reordered
          <li key={index} className="relative flex gap-3 pb-3 text-small last:pb-1">
            <span aria-hidden="true" className="flex flex-none flex-col items-center pt-1.5">
              <span className="size-2.5 rounded-tile bg-accent" />
              {index < steps.length - 1 && <span className="mt-1 w-px flex-1 bg-line" />}
            </span>
            <span className="flex min-w-0 flex-1 flex-wrap gap-x-3">
              <span className="min-w-0 flex-[1_1_9rem]">
                <span className="block font-medium">{t(reasonOf(step))}</span>
                <span className="block text-ink-3">
                  <DateText at={step.at} />
                </span>
              </span>
              <span className="ml-auto text-ink-2">
                <Trans>{held} held</Trans>
              </span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
