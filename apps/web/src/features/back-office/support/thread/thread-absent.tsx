import { Trans, useLingui } from "@lingui/react/macro";
import { LoadFault } from "../../../../ui/list/load-fault.tsx";
import { Loading, Skeleton } from "../../../../ui/list/skeleton.tsx";

interface ThreadAbsentProps {
  /** Why the conversation could not be loaded; null while it is loading. */
  readonly error: Error | null;
  readonly onRetry: () => void;
}

/** Renders a placeholder while a conversation is loading, or the error if it failed to load. */
export function ThreadAbsent({ error, onRetry }: ThreadAbsentProps) {
  const { t } = useLingui();
  return (
    <div className="px-5 pt-3">
      {error === null ? (
        <Loading>
          <Skeleton className="h-16 rounded-panel" />
        </Loading>
      ) : (
        <LoadFault
          error={error}
          gone={<Trans>This conversation doesn’t exist.</Trans>}
          message={t`Couldn’t load the conversation.`}
          onRetry={onRetry}
        />
      )}
    </div>
  );
}
