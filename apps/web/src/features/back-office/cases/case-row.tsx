import { useLingui } from "@lingui/react/macro";
import type { HeldCase } from "@tessera/contract/back-office/reviews.schemas";
import { DateText } from "../../../ui/text/date-text.tsx";
import { Money } from "../../../ui/text/money.tsx";
import { Chip } from "../../../ui/text/status-chip.tsx";
import { ReviewRow } from "./review-row.tsx";
import { KIND_WORDS, STATUS_LOOKS } from "./review-words.ts";

interface CaseRowProps {
  readonly review: HeldCase;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

/** Renders a case in the customer's list. */
export function CaseRow({ review, isOpen, onOpen }: CaseRowProps) {
  const { t } = useLingui();
  const { id, kind, status, label, amount, currency, at } = review;
  const [tone, icon, text] = STATUS_LOOKS[status];
  return (
    <ReviewRow
      id={id}
      kind={kind}
      isOpen={isOpen}
      onClick={onOpen}
      title={t(KIND_WORDS[kind])}
      meta={
        <>
          {label !== null && `${label} · `}
          <DateText at={at} format="brief" />
        </>
      }
      amount={amount !== null && currency !== null && <Money amount={amount} currency={currency} />}
      quietAmount={status !== "approved"}
      status={
        <Chip tone={tone} icon={icon}>
          {t(text)}
        </Chip>
      }
    />
  );
}
