import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import type { AdminAnnouncement } from "@tessera/contract/back-office/announcements.schemas";
import { useState } from "react";
import { ApiError, messageOf } from "../../../../lib/api/api-error.ts";
import { Button } from "../../../../ui/form/button.tsx";
import { Note } from "../../../../ui/layout/panel.tsx";
import { showToast } from "../../../../ui/overlay/toast-store.ts";
import { DateText } from "../../../../ui/text/date-text.tsx";
import { draftOf } from "./announcement-draft.ts";
import type { AnnouncementEditorState } from "./editor-state.ts";
import { announcementQuery } from "./manage.queries.ts";

interface SaveNoteProps {
  readonly editor: AnnouncementEditorState;
  /** Shows the version that another operator saved. */
  readonly onLook: (newest: AdminAnnouncement) => void;
}

/** Offers options if another operator saved first. The edits are kept. */
function StaleNote({ editor, onLook, error }: SaveNoteProps & { readonly error: ApiError }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [looking, setLooking] = useState(false);
  const { base, save } = editor;
  const withNewest = async (then: (newest: AdminAnnouncement) => void) => {
    setLooking(true);
    try {
      then(await queries.fetchQuery(announcementQuery(base?.id ?? "")));
    } catch (failure) {
      showToast({ tone: "failure", text: messageOf(failure, t`Unknown error`) });
    } finally {
      setLooking(false);
    }
  };
  const by = error.changed?.by;
  return (
    <Note tone="negative" role="alert" className="mt-3">
      {error.message}
      {error.changed !== undefined && (
        <p className="mt-1">
          <Trans>
            Changed by {by}, <DateText at={error.changed.at} />.
          </Trans>
        </p>
      )}
      <span className="flex flex-wrap gap-2 pt-2">
        <Button size="md" disabled={looking} onClick={() => void withNewest(onLook)}>
          <Trans>View their version</Trans>
        </Button>
        <Button
          size="md"
          disabled={looking}
          onClick={() =>
            void withNewest((newest) => {
              editor.rebase(newest);
              editor.replace(draftOf(newest));
              save.reset();
            })
          }
        >
          <Trans>Use their version</Trans>
        </Button>
        <Button
          size="md"
          disabled={looking}
          onClick={() =>
            void withNewest((newest) => {
              editor.rebase(newest);
              editor.send(newest);
            })
          }
        >
          <Trans>Save my version</Trans>
        </Button>
      </span>
    </Note>
  );
}

/** Explains why saving failed and what to do. */
export function SaveNote({ editor, onLook }: SaveNoteProps) {
  const { t } = useLingui();
  const { save } = editor;
  if (save.unknown && !save.sending) {
    return (
      <Note tone="caution" role="alert" className="mt-3">
        <Trans>No response. The announcement may or may not have been saved.</Trans>
        <Button size="md" kind="text" onClick={save.sendAgain}>
          <Trans>Check again</Trans>
        </Button>
      </Note>
    );
  }
  if (save.error === null || editor.hasFieldRefusals) {
    return null;
  }
  if (save.error instanceof ApiError && save.error.code === "announcement_changed") {
    return <StaleNote editor={editor} onLook={onLook} error={save.error} />;
  }
  return (
    <Note tone="negative" role="alert" className="mt-3">
      {messageOf(save.error, t`Unknown error`)}
    </Note>
  );
}
