import { Trans, useLingui } from "@lingui/react/macro";
import type { PaymentReview } from "@tessera/contract/authorization/risk.schemas";
import { useEffect, useRef, useState } from "react";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { Button } from "../../../../ui/form/button.tsx";
import { Note } from "../../../../ui/layout/panel.tsx";
import { formatMoney } from "../../../../ui/text/format-money.ts";
import { type ReviewWord, useReviewAnswer } from "./use-review-answer.ts";

interface ReviewAnswerProps {
  readonly review: PaymentReview;
  /** True if the time limit has passed, so it is too late to answer. */
  readonly isOver?: boolean | undefined;
}

function Consequence({
  review,
  word,
}: {
  readonly review: PaymentReview;
  readonly word: ReviewWord;
}) {
  const amount = formatMoney(review.amount, review.currency);
  const merchant = review.merchant.name;
  return word === "approve" ? (
    <Trans>
      For 24 hours, {merchant} can charge this card once, up to {amount}. This can’t be undone.
    </Trans>
  ) : (
    <Trans>The payment to {merchant} stays declined. This can’t be undone.</Trans>
  );
}

interface ConfirmProps {
  readonly review: PaymentReview;
  readonly word: ReviewWord;
  readonly answering: boolean;
  readonly onConfirm: () => void;
  readonly onBack: () => void;
}

/** Replaces the buttons with a confirmation. The focus starts on Back. */
function Confirm({ review, word, answering, onConfirm, onBack }: ConfirmProps) {
  const { t } = useLingui();
  const group = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    group.current?.querySelector("button")?.focus();
  }, []);
  return (
    <fieldset ref={group} className="min-w-0">
      <legend className="mb-3 text-ink-2">
        <Consequence review={review} word={word} />
      </legend>
      <div className="grid grid-cols-2 gap-2.5">
        <Button kind="outline" onClick={onBack} disabled={answering}>
          <Trans>Back</Trans>
        </Button>
        {word === "approve" ? (
          <Button
            kind="primary"
            onClick={onConfirm}
            loadingLabel={answering ? t`Approving` : undefined}
          >
            <Trans>Yes, approve</Trans>
          </Button>
        ) : (
          <Button
            kind="destructive"
            onClick={onConfirm}
            loadingLabel={answering ? t`Declining` : undefined}
          >
            <Trans>Yes, decline</Trans>
          </Button>
        )}
      </div>
    </fieldset>
  );
}

/**
 * Lets the customer approve or decline a held payment; asks for confirmation, as there is no undo.
 */
export function ReviewAnswer({ review, isOver = false }: ReviewAnswerProps) {
  const { t } = useLingui();
  const [word, setWord] = useState<ReviewWord>();
  const { answering, error, reset, answer } = useReviewAnswer(review.id);
  const choose = (next: ReviewWord | undefined) => {
    reset();
    setWord(next);
  };
  return (
    <div className="mt-4">
      {word === undefined || isOver ? (
        <div className="grid grid-cols-2 gap-2.5">
          <Button kind="outline" disabled={isOver} onClick={() => choose("decline")}>
            <Trans>Decline</Trans>
          </Button>
          <Button kind="primary" disabled={isOver} onClick={() => choose("approve")}>
            <Trans>Approve</Trans>
          </Button>
        </div>
      ) : (
        <Confirm
          key={word}
          review={review}
          word={word}
          answering={answering !== undefined}
          onConfirm={() => answer(word)}
          onBack={() => choose(undefined)}
        />
      )}
      {error !== null && (
        <Note tone="negative" role="alert" className="mt-2.5">
          {messageOf(error, t`Unknown error`)}
        </Note>
      )}
    </div>
  );
}
