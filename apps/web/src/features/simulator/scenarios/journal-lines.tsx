import { Trans, useLingui } from "@lingui/react/macro";
import type { Journal } from "@tessera/contract/simulator/scenarios.schemas";
import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { Money } from "../../../ui/text/money.tsx";
import { ACCOUNT_WORDS, HOLD_WORDS, movementWord } from "./journal-words.ts";

interface JournalLinesProps {
  readonly journals: readonly Journal[];
  readonly currency: string;
}

function Line({ amount, children }: { readonly amount: ReactNode; readonly children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 py-1">
      <span className="min-w-0 text-ink-2">{children}</span>
      <span className="ml-auto font-medium">{amount}</span>
    </li>
  );
}

/** Renders the ledger's entries: holds, and transfers between accounts. */
export function JournalLines({ journals, currency }: JournalLinesProps) {
  const { t } = useLingui();
  const money = (amount: string) => <Money amount={amount} currency={currency} />;
  const told = journals.filter(({ lines, holds }) => lines.length + holds.length > 0);
  if (told.length === 0) {
    return (
      <p className="text-small text-ink-3">
        <Trans>No money was moved or held.</Trans>
      </p>
    );
  }
  return (
    <ul>
      {told.map(({ kind, lines, holds }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: movements are never reordered
        <li key={place} className="border-line py-1.5 not-first:border-t">
          <p className="font-medium">{t(movementWord(kind))}</p>
          <ul className="text-small">
            {holds.map(({ step, amount }) => (
              <Line key={step} amount={money(amount)}>
                {t(HOLD_WORDS[step])}
              </Line>
            ))}
            {lines.map(({ debit, credit, amount }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: postings are never reordered
              <Line key={index} amount={money(amount)}>
                <span className="inline-flex flex-wrap items-center gap-x-1.5">
                  {t(ACCOUNT_WORDS[debit])}
                  <ArrowRight aria-hidden="true" size={14} strokeWidth={2} className="text-ink-3" />
                  <span className="sr-only">{t`to`}</span>
                  {t(ACCOUNT_WORDS[credit])}
                </span>
              </Line>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
