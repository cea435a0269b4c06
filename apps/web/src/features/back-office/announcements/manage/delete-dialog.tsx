import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { Button } from "../../../../ui/form/button.tsx";
import { Note } from "../../../../ui/layout/panel.tsx";
import { ConfirmDialog } from "../../../../ui/overlay/confirm-dialog.tsx";
import type { useDeleteAnnouncements } from "./manage.mutations.ts";

/** Maximum number of titles listed; the rest are only counted. */
const TITLES_SHOWN = 6;

interface Deletable {
  readonly id: string;
  readonly title: string;
}

interface DeleteDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly chosen: readonly Deletable[];
  readonly deletion: Pick<
    ReturnType<typeof useDeleteAnnouncements>,
    "send" | "sendAgain" | "sending" | "unknown" | "error"
  >;
}

/** Asks for confirmation before deleting announcements and lists their titles. */
export function DeleteDialog({ open, onClose, chosen, deletion }: DeleteDialogProps) {
  const { t } = useLingui();
  const rest = chosen.length - TITLES_SHOWN;
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      destructive
      title={
        <Plural
          value={chosen.length}
          one="Delete # announcement?"
          other="Delete # announcements?"
        />
      }
      confirmLabel={t`Delete`}
      loadingLabel={deletion.sending ? t`Deleting` : undefined}
      onConfirm={() => deletion.send(chosen.map(({ id }) => id))}
    >
      <Trans>Nobody will see them anymore. You can’t undo this.</Trans>
      <ul className="mt-2 list-disc pl-5 wrap-break-word text-ink">
        {chosen.slice(0, TITLES_SHOWN).map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
        {rest > 0 && (
          <li>
            <Plural value={rest} one="and # more" other="and # more" />
          </li>
        )}
      </ul>
      {deletion.unknown && !deletion.sending && (
        <Note tone="caution" role="alert" className="mt-3">
          <Trans>No response. They may or may not have been deleted.</Trans>
          <Button size="md" kind="text" onClick={deletion.sendAgain}>
            <Trans>Check again</Trans>
          </Button>
        </Note>
      )}
      {deletion.error !== null && (
        <Note tone="negative" role="alert" className="mt-3">
          {messageOf(deletion.error, t`Unknown error`)}
        </Note>
      )}
    </ConfirmDialog>
  );
}
