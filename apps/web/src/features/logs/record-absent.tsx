import { useLingui } from "@lingui/react/macro";
import { messageOf } from "../../lib/api-error.ts";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";

interface RecordAbsentProps {
  readonly failed: boolean;
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Stands where a record will, or says why it does not. */
export function RecordAbsent({ failed, error, onRetry }: RecordAbsentProps) {
  const { t } = useLingui();
  return failed ? (
    <ErrorPanel message={messageOf(error, t`The record could not be loaded.`)} onRetry={onRetry} />
  ) : (
    <Loading>
      <Skeleton className="h-40 w-full" />
    </Loading>
  );
}
