import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { HeldReview } from "@tessera/contract/reviews/reviews.schemas";
import { History } from "lucide-react";
import { CaseRow } from "../../features/reviews/case-row.tsx";
import { doneQuery } from "../../features/reviews/reviews.queries.ts";
import { DecidedRow } from "../../features/risk/reviews/decided-row.tsx";
import type { ReviewedCard } from "../../features/risk/reviews/review-panel.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { MoreButton } from "../../ui/more-button.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";

interface DoneReviewsProps {
  readonly cards: readonly ReviewedCard[] | undefined;
  /** The case that stands open. */
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

/** What is over, newest first. */
export function DoneReviews({ cards, openId, onOpen }: DoneReviewsProps) {
  const { t } = useLingui();
  const pages = useInfiniteQuery(doneQuery);
  if (pages.isPending) {
    return <SkeletonRows count={3} />;
  }
  if (pages.data === undefined) {
    return (
      <ErrorPanel
        message={t`Failed to load pending reviews`}
        aboutMoney
        onRetry={() => void pages.refetch()}
      />
    );
  }
  const done = pages.data.pages.flatMap(({ data }) => data);
  return done.length === 0 ? (
    <EmptyState icon={<History aria-hidden="true" size={20} strokeWidth={1.75} />}>
      <Trans>Nothing was decided yet.</Trans>
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
