import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import type { ReviewedCard } from "../../../features/authorization/rules/reviews/review-panel.tsx";
import { CaseDetail } from "../../../features/back-office/cases/case-detail.tsx";
import { OpenPane } from "../../../features/back-office/cases/open-pane.tsx";
import { KIND_WORDS } from "../../../features/back-office/cases/review-words.ts";
import { reviewQuery } from "../../../features/back-office/cases/reviews.queries.ts";
import { lazyPart } from "../../../ui/layout/lazy-part.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";
import { LoadFault } from "../../../ui/list/load-fault.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";

const OpenPayment = lazyPart(
  async () => (await import("./open-payment.tsx")).OpenPayment,
  <SkeletonRows count={4} />,
);

interface OpenReviewProps {
  readonly id: string;
  readonly cards: readonly ReviewedCard[] | undefined;
}

/** Renders one case or payment, next to the list or in place of it. */
export function OpenReview({ id, cards }: OpenReviewProps) {
  const { t } = useLingui();
  const review = useQuery(reviewQuery(id));
  const { data, refetch } = review;
  // Memoized, because the payment's expiry timer fires whenever this function changes.
  const reload = useCallback(() => void refetch(), [refetch]);
  return (
    <OpenPane>
      <TopBar
        title={data === undefined ? t`Case` : t(KIND_WORDS[data.kind])}
        backTo={{ to: "/pending-reviews" }}
      />
      <div className="px-(--gutter) pb-6">
        {review.isPending && <SkeletonRows count={4} />}
        {!review.isPending && data === undefined && (
          <LoadFault
            error={review.error}
            gone={<Trans>This case doesn’t exist.</Trans>}
            message={t`Couldn’t load pending reviews`}
            aboutMoney
            onRetry={reload}
          />
        )}
        {data?.kind === "payment" && <OpenPayment review={data} cards={cards} onOver={reload} />}
        {data !== undefined && data.kind !== "payment" && <CaseDetail detail={data} />}
      </div>
    </OpenPane>
  );
}
