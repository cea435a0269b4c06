import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { OperatorReview } from "@tessera/contract/back-office/reviews.schemas";
import { CircleDot, Hourglass, UsersRound } from "lucide-react";
import { Chip } from "../../../../ui/text/status-chip.tsx";
import { STATUS_LOOKS } from "../review-words.ts";

const OPEN = msg`New`;
const TAKEN = msg`In review`;
const ASKED = msg`With customer`;
const ONE_OF_TWO = msg`1 of 2 approvals`;

/** Shows the status of a case for operators. */
export function OperatorStatus({ review }: { readonly review: OperatorReview }) {
  const { t } = useLingui();
  if (review.kind === "payment") {
    return review.turn === "you" ? (
      <Chip tone="neutral" icon={Hourglass}>
        {t(ASKED)}
      </Chip>
    ) : null;
  }
  const { status, approvals, turn } = review;
  if (turn === "us" && approvals.length > 0) {
    return (
      <Chip tone="info" icon={UsersRound}>
        {t(ONE_OF_TWO)}
      </Chip>
    );
  }
  switch (status) {
    case "open":
      return (
        <Chip tone="caution" icon={CircleDot}>
          {t(OPEN)}
        </Chip>
      );
    case "in_review":
      return (
        <Chip tone="info" icon={CircleDot}>
          {t(TAKEN)}
        </Chip>
      );
    case "waiting_customer":
      return (
        <Chip tone="neutral" icon={Hourglass}>
          {t(ASKED)}
        </Chip>
      );
    default: {
      const [tone, icon, text] = STATUS_LOOKS[status];
      return (
        <Chip tone={tone} icon={icon}>
          {t(text)}
        </Chip>
      );
    }
  }
}
