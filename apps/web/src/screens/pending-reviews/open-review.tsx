import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { CaseDetail } from "../../features/reviews/case-detail.tsx";
import { OpenPane } from "../../features/reviews/open-pane.tsx";
import { KIND_WORDS } from "../../features/reviews/review-words.ts";
import { reviewQuery } from "../../features/reviews/reviews.queries.ts";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { TopBar } from "../../ui/top-bar.tsx";

/** One case, beside the list or in its place. */
export function OpenReview({ id }: { readonly id: string }) {
  const { t } = useLingui();
  const review = useQuery(reviewQuery(id));
  const { data } = review;
  return (
    <OpenPane>
      <TopBar
        title={data === undefined ? undefined : t(KIND_WORDS[data.kind])}
        backTo={{ to: "/pending-reviews" }}
      />
      <div className="px-(--gutter) pb-6">
        {review.isPending && <SkeletonRows count={4} />}
        {!review.isPending && (data === undefined || data.kind === "payment") && (
          <ErrorPanel
            message={t`Failed to load pending reviews`}
            aboutMoney
            onRetry={() => void review.refetch()}
          />
        )}
        {data !== undefined && data.kind !== "payment" && <CaseDetail detail={data} />}
      </div>
    </OpenPane>
  );
}
