import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { tellOutcome } from "../../../lib/tell-outcome.ts";
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog.tsx";
import { DraftsChoice } from "./drafts-choice.tsx";
import { useBegin } from "./practice.mutations.ts";

interface ResetDialogProps {
  readonly withDrafts: boolean;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks for confirmation before starting over and whether to include inactive rules. */
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
      title={<Trans>Start over?</Trans>}
      confirmLabel={t`Start over`}
      loadingLabel={begin.isPending ? t`Starting` : undefined}
      onConfirm={() => tellOutcome(begin, { withDrafts }, {})}
    >
      <Trans>
        You get a new practice card, your current rules and today’s date. Everything played so far
        is deleted.
      </Trans>
      <DraftsChoice withDrafts={withDrafts} onChange={setWithDrafts} begin={begin} />
    </ConfirmDialog>
  );
}
