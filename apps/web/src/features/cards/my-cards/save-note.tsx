import { Trans, useLingui } from "@lingui/react/macro";
import { ApiError, messageOf } from "../../../lib/api/api-error.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Note } from "../../../ui/layout/panel.tsx";

interface SaveNoteProps {
  readonly error: Error;
  readonly onKeepMine: () => void;
  readonly onTakeNewer: () => void;
}

/** Explains why nothing was saved. If another edit was saved first, asks which settings to keep. */
export function SaveNote({ error, onKeepMine, onTakeNewer }: SaveNoteProps) {
  const { t } = useLingui();
  return (
    <Note tone="negative" role="alert">
      {messageOf(error, t`Unknown error`)}
      {error instanceof ApiError && error.code === "card_changed" && (
        <span className="flex flex-wrap gap-2 pt-2">
          <Button size="md" onClick={onKeepMine}>
            <Trans>Save my version</Trans>
          </Button>
          <Button size="md" onClick={onTakeNewer}>
            <Trans>Use the newer version</Trans>
          </Button>
        </span>
      )}
    </Note>
  );
}
