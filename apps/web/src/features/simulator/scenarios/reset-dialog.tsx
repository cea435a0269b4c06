import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog.tsx";
import { DraftsChoice } from "./drafts-choice.tsx";
import { useBegin } from "./practice.mutations.ts";

interface ResetDialogProps {
  readonly withDrafts: boolean;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks before a practice is begun anew, and whether rules that are not on take part. */
export function ResetDialog({ withDrafts: before, open, onClose, onDone }: ResetDialogProps) {
  const { t } = useLingui();
  const [withDrafts, setWithDrafts] = useState(before);
  const begin = useBegin(() => {
    onClose();
    onDone();
  });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={<Trans>Begin anew?</Trans>}
      confirmLabel={t`Begin anew`}
      loadingLabel={begin.isPending ? t`Beginning` : undefined}
      onConfirm={() => begin.mutate({ withDrafts })}
    >
      <Trans>
        You get another practice card, your rules as they are now, and today’s date. What was played
        so far is gone.
      </Trans>
      <DraftsChoice withDrafts={withDrafts} onChange={setWithDrafts} begin={begin} />
    </ConfirmDialog>
  );
}
