import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { OpenPane } from "../../../features/back-office/cases/open-pane.tsx";
import { OperatorBar } from "../../../features/back-office/cases/operators/operator-bar.tsx";
import {
  HeldPaymentNote,
  OperatorDetail,
  OperatorHead,
} from "../../../features/back-office/cases/operators/operator-detail.tsx";
import { operatorReviewQuery } from "../../../features/back-office/cases/operators/operator-reviews.queries.ts";
import { KIND_WORDS } from "../../../features/back-office/cases/review-words.ts";
import { useSession } from "../../../lib/session/session-store.ts";
import { TopBar } from "../../../ui/layout/top-bar.tsx";
import { LoadFault } from "../../../ui/list/load-fault.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";

const DECIDERS = ["reviewer", "administrator"];
const READERS = [...DECIDERS, "auditor"];

/** Renders the case opened from a queue, next to the list or in place of it. */
export function OpenCase({ id }: { readonly id: string }) {
  const { t } = useLingui();
  const { user } = useSession();
  const review = useQuery(operatorReviewQuery(id));
  const { data } = review;
  const role = user?.role ?? "customer";
  const canAct = DECIDERS.includes(role);
  return (
    <OpenPane>
      <TopBar
        title={data === undefined ? t`Case` : t(KIND_WORDS[data.kind])}
        backTo={{ to: "/system/reviews" }}
      />
      <div className="px-(--gutter) pb-6">
        {review.isPending && <SkeletonRows count={6} />}
        {!review.isPending && data === undefined && (
          <LoadFault
            error={review.error}
            gone={<Trans>This case doesn’t exist.</Trans>}
            message={t`Couldn’t load the case.`}
            onRetry={() => void review.refetch()}
          />
        )}
        {data?.kind === "payment" && (
          <>
            <OperatorHead detail={data} />
            <HeldPaymentNote />
          </>
        )}
        {data !== undefined && data.kind !== "payment" && (
          <OperatorDetail detail={data} canAct={canAct} canReadDocuments={READERS.includes(role)} />
        )}
      </div>
      {data !== undefined && data.kind !== "payment" && canAct && (
        <OperatorBar detail={data} username={user?.username} />
      )}
    </OpenPane>
  );
}
