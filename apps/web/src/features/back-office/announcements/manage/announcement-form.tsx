import { Trans, useLingui } from "@lingui/react/macro";
import type { AdminAnnouncement } from "@tessera/contract/back-office/announcements.schemas";
import type { Locale } from "@tessera/contract/errors/locales";
import { Eye, Trash2 } from "lucide-react";
import { useState } from "react";
import { type Theme, useTheme } from "../../../../lib/theme.ts";
import { Button } from "../../../../ui/form/button.tsx";
import { CompactSelect } from "../../../../ui/form/compact-select.tsx";
import { IconButton } from "../../../../ui/form/icon-button.tsx";
import { lazySheet } from "../../../../ui/layout/lazy-part.tsx";
import { Note, Panel } from "../../../../ui/layout/panel.tsx";
import { StickySummary } from "../../../../ui/layout/sticky-summary.tsx";
import { TopBar } from "../../../../ui/layout/top-bar.tsx";
import { ConfirmDialog } from "../../../../ui/overlay/confirm-dialog.tsx";
import { showToast } from "../../../../ui/overlay/toast-store.ts";
import { type AnnouncementDraft, draftOf, readIn } from "./announcement-draft.ts";
import { DeleteDialog } from "./delete-dialog.tsx";
import { type AnnouncementEditorState, useAnnouncementEditor } from "./editor-state.ts";
import { useDeleteAnnouncements } from "./manage.mutations.ts";
import { SaveNote } from "./save-note.tsx";
import { SchedulePanel } from "./schedule-panel.tsx";
import { TextPanel } from "./text-panel.tsx";
import { titleOf } from "./title-of.ts";

const PreviewDialog = lazySheet(async () => (await import("./preview-dialog.tsx")).PreviewDialog);

interface AnnouncementFormProps {
  /** The announcement's id, or `new`. */
  readonly id: string;
  /** The announcement being edited; undefined for a new one. */
  readonly announcement: AdminAnnouncement | undefined;
}

/** The text to preview: the current draft, or the version that another operator saved. */
interface Preview {
  readonly draft: AnnouncementDraft;
  readonly locale: Locale;
}

function DeleteTool({
  announcement,
  editor,
}: {
  readonly announcement: AdminAnnouncement;
  readonly editor: AnnouncementEditorState;
}) {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  const deletion = useDeleteAnnouncements({
    onDone: () => {
      showToast({ tone: "success", text: t`Announcement deleted`, forNextScreen: true });
      editor.leave();
    },
  });
  return (
    <>
      <IconButton
        label={t`Delete announcement`}
        aria-haspopup="dialog"
        className="text-negative"
        onClick={() => setAsking(true)}
      >
        <Trash2 aria-hidden="true" size={22} strokeWidth={1.6} />
      </IconButton>
      <DeleteDialog
        open={asking}
        onClose={() => setAsking(false)}
        chosen={[{ id: announcement.id, title: titleOf(announcement, editor.locale) }]}
        deletion={deletion}
      />
    </>
  );
}

function LeaveDialog({ editor }: { readonly editor: AnnouncementEditorState }) {
  const { t } = useLingui();
  return (
    <ConfirmDialog
      open={editor.question !== undefined}
      onClose={() => editor.question?.stay()}
      destructive
      title={<Trans>Leave without saving?</Trans>}
      confirmLabel={t`Leave`}
      dismissLabel={t`Keep editing`}
      onConfirm={editor.giveUp}
    >
      <Trans>Your changes to this announcement will be lost.</Trans>
    </ConfirmDialog>
  );
}

/** Lets the operator choose the theme of the preview. */
function PreviewBar({
  theme,
  onTheme,
  disabled,
  onPreview,
}: {
  readonly theme: Theme;
  readonly onTheme: (theme: Theme) => void;
  readonly disabled: boolean;
  readonly onPreview: () => void;
}) {
  const { t } = useLingui();
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2.5">
      <Button
        size="md"
        kind="outline"
        aria-haspopup="dialog"
        disabled={disabled}
        onClick={onPreview}
        icon={<Eye aria-hidden="true" size={20} strokeWidth={1.75} />}
      >
        <Trans>Preview</Trans>
      </Button>
      <CompactSelect
        label={t`Preview theme`}
        options={[
          { value: "light", label: t`Light` },
          { value: "dark", label: t`Dark` },
        ]}
        value={theme}
        onChange={onTheme}
      />
    </div>
  );
}

/** Renders the form for one announcement. */
export function AnnouncementForm({ id, announcement }: AnnouncementFormProps) {
  const { t } = useLingui();
  const editor = useAnnouncementEditor(id, announcement);
  const { draft, locale, save, base } = editor;
  const [theme, setTheme] = useState<Theme>(useTheme());
  const [preview, setPreview] = useState<Preview>();
  const [previewing, setPreviewing] = useState(false);
  const look = (shown: AnnouncementDraft) => {
    setPreview({ draft: shown, locale: readIn(shown, locale) ?? locale });
    setPreviewing(true);
  };
  return (
    <>
      <TopBar
        title={
          base === undefined ? <Trans>New announcement</Trans> : <Trans>Edit announcement</Trans>
        }
        backTo={{ to: "/system/announcements", search: {} }}
      >
        {base !== undefined && <DeleteTool announcement={base} editor={editor} />}
      </TopBar>
      <main className="px-(--gutter) pt-1.5">
        <form ref={editor.form} noValidate onSubmit={editor.submit}>
          {editor.wasRestored && (
            <Note role="status" className="mb-4">
              <Trans>We restored your unsaved draft.</Trans>
              <Button size="md" kind="text" onClick={editor.discard}>
                <Trans>Discard</Trans>
              </Button>
            </Note>
          )}
          <fieldset
            disabled={save.sending}
            className="grid min-w-0 gap-6 lg:grid-cols-[minmax(0,1fr)_348px] lg:items-start"
          >
            <div className="min-w-0">
              <TextPanel editor={editor} />
              <PreviewBar
                theme={theme}
                onTheme={setTheme}
                disabled={readIn(draft, locale) === undefined}
                onPreview={() => look(draft)}
              />
            </div>
            <Panel className="py-4">
              <SchedulePanel editor={editor} />
            </Panel>
          </fieldset>
          <SaveNote editor={editor} onLook={(newest) => look(draftOf(newest))} />
          <StickySummary>
            <Button
              type="submit"
              kind="primary"
              block
              loadingLabel={save.sending ? t`Saving` : undefined}
            >
              {draft.showing === "draft" ? (
                <Trans>Save draft</Trans>
              ) : (
                <Trans>Save and publish</Trans>
              )}
            </Button>
          </StickySummary>
        </form>
      </main>
      {preview !== undefined && (
        <PreviewDialog
          open={previewing}
          onClose={() => setPreviewing(false)}
          type={preview.draft.type}
          locale={preview.locale}
          theme={theme}
          text={preview.draft.texts[preview.locale]}
        />
      )}
      <LeaveDialog editor={editor} />
    </>
  );
}
