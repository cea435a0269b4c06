import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { HeldReview } from "@tessera/contract/back-office/reviews.schemas";
import { History } from "lucide-react";
import { DecidedRow } from "../../../features/authorization/rules/reviews/decided-row.tsx";
import type { ReviewedCard } from "../../../features/authorization/rules/reviews/review-panel.tsx";
import { CaseRow } from "../../../features/back-office/cases/case-row.tsx";
import { doneQuery } from "../../../features/back-office/cases/reviews.queries.ts";
import { MoreButton } from "../../../ui/form/more-button.tsx";
import { EmptyState } from "../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";

interface DoneReviewsProps {
  readonly cards: readonly ReviewedCard[] | undefined;
  /** Id of the open case. */
  readonly openId: string | undefined;
  readonly onOpen: (id: string) => void;
}

function DoneRow(props: DoneReviewsProps & { readonly review: HeldReview }) {
  const { review, cards, openId, onOpen } = props;
  if (review.kind !== "payment") {
    const isOpen = review.id === openId;
    return <CaseRow review={review} isOpen={isOpen} onOpen={() => onOpen(review.id)} />;
  }
  const { status } = review;
  const card = cards?.find(({ id }) => id === review.cardId);
  return status === "waiting" ? null : <DecidedRow review={{ ...review, status }} card={card} />;
}

/** Renders finished reviews, newest first. */
export function DoneReviews({ cards, openId, onOpen }: DoneReviewsProps) {
  const { t } = useLingui();
  const pages = useInfiniteQuery(doneQuery);
  if (pages.isPending) {
    return <SkeletonRows count={3} />;
  }
  if (pages.data === undefined) {
    return (
      <ErrorPanel
        message={t`Couldn’t load pending reviews`}
        aboutMoney
        onRetry={() => void pages.refetch()}
      />
    );
  }
  const done = pages.data.pages.flatMap(({ data }) => data);
  return done.length === 0 ? (
    <EmptyState icon={<History aria-hidden="true" size={20} strokeWidth={1.75} />}>
      <Trans>No decided cases yet.</Trans>
    </EmptyState>
  ) : (
    <>
      <div>
        {done.map((review) => (
          <DoneRow key={review.id} review={review} cards={cards} openId={openId} onOpen={onOpen} />
        ))}
      </div>
      <MoreButton pages={pages} />
    </>
  );
}
