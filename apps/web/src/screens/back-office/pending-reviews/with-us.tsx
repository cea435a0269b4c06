import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ScanSearch } from "lucide-react";
import { CaseRow } from "../../../features/back-office/cases/case-row.tsx";
import { withUsQuery } from "../../../features/back-office/cases/reviews.queries.ts";
import { EmptyState } from "../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";

interface WithUsProps {
  /** Id of the open case. */
  readonly openId: string | undefined;
  readonly onOpen: (id: string) => void;
}

/** Renders the cases under review by Tessera. */
export function WithUs({ openId, onOpen }: WithUsProps) {
  const { t } = useLingui();
  const cases = useQuery(withUsQuery);
  if (cases.isPending) {
    return <SkeletonRows count={3} />;
  }
  if (cases.data === undefined) {
    return (
      <ErrorPanel
        message={t`Couldn’t load pending reviews`}
        aboutMoney
        onRetry={() => void cases.refetch()}
      />
    );
  }
  return cases.data.length === 0 ? (
    <EmptyState icon={<ScanSearch aria-hidden="true" size={20} strokeWidth={1.75} />}>
      <Trans>None of your requests are under review.</Trans>
    </EmptyState>
  ) : (
    <div>
      {cases.data.map(
        (review) =>
          review.kind !== "payment" && (
            <CaseRow
              key={review.id}
              review={review}
              isOpen={review.id === openId}
              onOpen={() => onOpen(review.id)}
            />
          ),
      )}
    </div>
  );
}
