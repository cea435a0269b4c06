import { Trans, useLingui } from "@lingui/react/macro";
import { messageOf } from "../../../lib/api/api-error.ts";
import { LoadFault } from "../../../ui/list/load-fault.tsx";
import { Loading, Skeleton } from "../../../ui/list/skeleton.tsx";

interface RecordAbsentProps {
  readonly failed: boolean;
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Renders a placeholder while a log entry is loading, or explains why it failed to load. */
export function RecordAbsent({ failed, error, onRetry }: RecordAbsentProps) {
  const { t } = useLingui();
  return failed ? (
    <LoadFault
      error={error}
      gone={<Trans>This audit event doesn’t exist.</Trans>}
      message={messageOf(error, t`Couldn’t load the audit event.`)}
      onRetry={onRetry}
    />
  ) : (
    <Loading>
      <Skeleton className="h-40 w-full" />
    </Loading>
  );
}
