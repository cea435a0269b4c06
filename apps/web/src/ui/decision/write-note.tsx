import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { ApiError, messageOf } from "../../lib/api/api-error.ts";
import type { MoneyWrite } from "../../lib/api/use-money-write.ts";
import { Button } from "../form/button.tsx";
import { Note } from "../layout/panel.tsx";
import { DateText } from "../text/date-text.tsx";

interface WriteNoteProps {
  readonly write: Pick<MoneyWrite<never, unknown>, "unknown" | "sending" | "sendAgain" | "error">;
  readonly className?: string | undefined;
  /** Actions offered if another operator saved first. */
  readonly children?: ReactNode;
}

/** Explains why a write failed and what to do. Shows nothing while it has not. */
export function WriteNote({ write, className, children }: WriteNoteProps) {
  const { t } = useLingui();
  if (write.unknown && !write.sending) {
    return (
      <Note tone="caution" role="alert" className={className}>
        <Trans>No response. The action may or may not have been completed.</Trans>
        <Button size="md" kind="text" onClick={write.sendAgain}>
          <Trans>Check again</Trans>
        </Button>
      </Note>
    );
  }
  if (write.error === null) {
    return null;
  }
  const changed = write.error instanceof ApiError ? write.error.changed : undefined;
  return (
    <Note tone="negative" role="alert" className={className}>
      {messageOf(write.error, t`Unknown error`)}
      {changed !== undefined && (
        <p className="mt-1">
          <Trans>
            Changed by {changed.by}, <DateText at={changed.at} />.
          </Trans>
        </p>
      )}
      {changed !== undefined && children}
    </Note>
  );
}
