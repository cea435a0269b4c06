import { Trans, useLingui } from "@lingui/react/macro";
import { messageOf } from "../../../lib/api/api-error.ts";
import type { MoneyWrite } from "../../../lib/api/use-money-write.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Note } from "../../../ui/layout/panel.tsx";
import styles from "./bank.module.css";

interface WriteNoteProps {
  readonly write: Pick<MoneyWrite<never, unknown>, "unknown" | "sending" | "sendAgain" | "error">;
}

/** Explains why a decision failed and what to do. */
export function WriteNote({ write }: WriteNoteProps) {
  const { t } = useLingui();
  if (write.unknown && !write.sending) {
    return (
      <Note tone="caution" role="alert" className={styles.gap}>
        <Trans>No response. The action may or may not have been completed.</Trans>
        <Button size="md" kind="text" onClick={write.sendAgain}>
          <Trans>Check again</Trans>
        </Button>
      </Note>
    );
  }
  return write.error === null ? null : (
    <Note tone="negative" role="alert" className={styles.gap}>
      {messageOf(write.error, t`Unknown error`)}
    </Note>
  );
}
