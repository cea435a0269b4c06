import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { DetailMain } from "../../../ui/layout/detail-main.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";
import { EmptyState } from "../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";
import styles from "./program.module.css";
import { segmentsQuery } from "./program.queries.ts";
import { NewSegment, SegmentDetail } from "./segment-detail.tsx";

/** Renders the card product identified in the URL, or a form for a new one (`new`). */
export function OpenedSegment({ id }: { readonly id: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { data, isError, refetch } = useQuery(segmentsQuery());
  if (id === "new") {
    return (
      <NewSegment
        onSaved={(saved) =>
          void navigate({ to: "/system/programme", search: { open: saved.id }, replace: true })
        }
      />
    );
  }
  const segment = data?.data.find((one) => one.id === id);
  if (segment !== undefined) {
    return <SegmentDetail key={id} segment={segment} />;
  }
  return (
    <DetailMain>
      <TopBar
        title={<Trans>Card product</Trans>}
        backTo={{ to: "/system/programme", search: {} }}
      />
      <div className={styles.pad}>
        {data !== undefined && (
          <EmptyState>
            <Trans>This card product doesn’t exist.</Trans>
          </EmptyState>
        )}
        {data === undefined && isError && (
          <ErrorPanel message={t`Couldn’t load the card products`} onRetry={() => void refetch()} />
        )}
        {data === undefined && !isError && <SkeletonRows count={6} />}
      </div>
    </DetailMain>
  );
}
