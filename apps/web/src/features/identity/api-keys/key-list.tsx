import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { MoreButton } from "../../../ui/form/more-button.tsx";
import { EmptyState } from "../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { Loading, Skeleton } from "../../../ui/list/skeleton.tsx";
import { keyPagesQuery } from "./api-keys.queries.ts";
import { KeyPanel } from "./key-panel.tsx";

/** Lists the customer's keys, newest first. */
export function KeyList() {
  const { t } = useLingui();
  const pages = useInfiniteQuery(keyPagesQuery);
  if (pages.isPending) {
    return (
      <Loading>
        <Skeleton className="h-32 rounded-panel" />
      </Loading>
    );
  }
  if (pages.data === undefined) {
    return <ErrorPanel message={t`Couldn’t load your keys`} onRetry={() => void pages.refetch()} />;
  }
  const keys = pages.data.pages.flatMap(({ data }) => data);
  if (keys.length === 0) {
    return (
      <EmptyState icon={<KeyRound aria-hidden="true" size={20} strokeWidth={1.75} />}>
        <Trans>No API keys yet.</Trans>
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="grid gap-3">
        {keys.map((key) => (
          <KeyPanel key={key.id} apiKey={key} />
        ))}
      </ul>
      <MoreButton pages={pages} />
    </>
  );
}
