import { Trans, useLingui } from "@lingui/react/macro";
import type { OperatorReview } from "@tessera/contract/back-office/reviews.schemas";
import { TimerOff } from "lucide-react";
import { DateText } from "../../../../ui/text/date-text.tsx";
import { Money } from "../../../../ui/text/money.tsx";
import { Chip } from "../../../../ui/text/status-chip.tsx";
import { ReviewRow } from "../review-row.tsx";
import { KIND_WORDS, operatorReasonWords } from "../review-words.ts";
import styles from "../reviews.module.css";
import { OperatorStatus } from "./operator-status.tsx";

interface OperatorRowProps {
  readonly review: OperatorReview;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

/**
 * Renders a case or held payment in the list: customer, reasons, date, assignee, amount and status.
 */
export function OperatorRow({ review, isOpen, onOpen }: OperatorRowProps) {
  const { t } = useLingui();
  const { kind, amount, currency, at, reasons, customer } = review;
  const why = reasons.map((reason) => {
    const words = operatorReasonWords(reason);
    return typeof words === "string" ? words : t(words);
  });
  const assignee = review.kind === "payment" ? null : review.assignee;
  return (
    <ReviewRow
      id={review.id}
      kind={kind}
      isOpen={isOpen}
      onClick={onOpen}
      title={
        <span className={styles.breakable}>
          {customer.username}
          <span className="sr-only">, {t(KIND_WORDS[kind])}</span>
        </span>
      }
      meta={
        <>
          {why.join(", ")} · <DateText at={at} format="brief" />
          {assignee !== null && ` · ${assignee}`}
        </>
      }
      amount={amount !== null && currency !== null && <Money amount={amount} currency={currency} />}
      status={
        review.overdue ? (
          <Chip tone="negative" icon={TimerOff}>
            <Trans>Overdue</Trans>
          </Chip>
        ) : (
          <OperatorStatus review={review} />
        )
      }
    />
  );
}
