import { Trans, useLingui } from "@lingui/react/macro";
import type { HeldCase } from "@tessera/contract/back-office/reviews.schemas";
import { Hourglass } from "lucide-react";
import { Button } from "../../../ui/form/button.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import { RowIcon } from "../../../ui/list/list-row.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { Money } from "../../../ui/text/money.tsx";
import { listOf } from "./list-of.ts";
import { ITEM_WORDS, KIND_ICONS, KIND_WORDS } from "./review-words.ts";

interface CasePanelProps {
  readonly review: HeldCase;
  readonly onOpen: () => void;
}

/** Renders a case that is waiting for the customer: subject, requested items and deadline. */
export function CasePanel({ review, onOpen }: CasePanelProps) {
  const { t, i18n } = useLingui();
  const { kind, label, amount, currency, missing, dueAt, at } = review;
  const Icon = KIND_ICONS[kind];
  const list = listOf(
    missing.map((item) => t(ITEM_WORDS[item])),
    i18n.locale,
  );
  return (
    <li>
      <Panel className="py-4">
        <div className="flex items-center gap-3">
          <RowIcon>
            <Icon aria-hidden="true" strokeWidth={1.75} />
          </RowIcon>
          <div className="min-w-0">
            <h2 className="font-semibold">{t(KIND_WORDS[kind])}</h2>
            <p className="text-small text-ink-3">
              {label !== null && `${label} · `}
              <DateText at={at} />
            </p>
          </div>
        </div>
        <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <span data-fit-room className="min-w-0 text-amount">
            {amount !== null && currency !== null && (
              <Money amount={amount} currency={currency} fit />
            )}
          </span>
          {dueAt !== null && (
            <span className="flex items-center gap-1.5 text-small font-medium whitespace-nowrap text-caution">
              <Hourglass aria-hidden="true" size={16} strokeWidth={1.75} />
              <span>
                <Trans>
                  Until <DateText at={dueAt} />
                </Trans>
              </span>
            </span>
          )}
        </div>
        <p className="mt-3 text-small text-ink-2">
          <Trans>Missing: {list}</Trans>
        </p>
        <Button kind="primary" block className="mt-4" onClick={onOpen}>
          <Trans>See what is missing</Trans>
        </Button>
      </Panel>
    </li>
  );
}
