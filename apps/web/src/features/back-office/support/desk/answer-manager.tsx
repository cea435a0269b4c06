import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { CannedAnswer } from "@tessera/contract/back-office/support-desk.schemas";
import { LOCALES } from "@tessera/contract/errors/locales";
import { MessageSquareText, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { useLocale } from "../../../../lib/locale.ts";
import { useSession } from "../../../../lib/session/session-store.ts";
import { Button } from "../../../../ui/form/button.tsx";
import { IconButton } from "../../../../ui/form/icon-button.tsx";
import { lazySheet } from "../../../../ui/layout/lazy-part.tsx";
import { TopBar } from "../../../../ui/layout/top-bar.tsx";
import { EmptyState } from "../../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../../ui/list/error-panel.tsx";
import { SkeletonRows } from "../../../../ui/list/skeleton.tsx";
import { showToast } from "../../../../ui/overlay/toast-store.ts";
import styles from "../thread/thread.module.css";
import { ArticleVotes } from "./article-votes.tsx";
import { answersQuery, deleteAnswer, refreshDesk } from "./desk.queries.ts";
import { textFor } from "./fill-answer.ts";

const AnswerForm = lazySheet(async () => (await import("./answer-form.tsx")).AnswerForm);
const ConfirmDialog = lazySheet(
  async () => (await import("../../../../ui/overlay/confirm-dialog.tsx")).ConfirmDialog,
);

function AnswerRow({
  answer,
  onEdit,
  onDelete,
}: {
  readonly answer: CannedAnswer;
  readonly onEdit: (() => void) | undefined;
  readonly onDelete: (() => void) | undefined;
}) {
  const { t } = useLingui();
  const text = textFor(answer, useLocale());
  const written = LOCALES.filter((locale) => answer.texts[locale] !== undefined).length;
  return (
    <li className="flex items-center gap-2 border-b border-line">
      <button
        type="button"
        disabled={onEdit === undefined}
        aria-haspopup="dialog"
        className="flex min-h-16 min-w-0 flex-1 flex-col py-2.5 text-left"
        onClick={onEdit}
      >
        <span className="font-medium">{answer.name}</span>
        <span className="w-full truncate text-small text-ink-3">
          <Plural value={written} one="# language" other="# languages" /> · {text}
        </span>
      </button>
      {onDelete !== undefined && (
        <IconButton label={t`Delete ${answer.name}`} onClick={onDelete}>
          <Trash2 aria-hidden="true" size={20} strokeWidth={1.75} />
        </IconButton>
      )}
    </li>
  );
}

/** Tracks which saved reply is being edited or deleted. */
function useManaging() {
  const { t } = useLingui();
  const client = useQueryClient();
  const [editing, setEditing] = useState<{ open: boolean; answer?: CannedAnswer; n: number }>({
    open: false,
    n: 0,
  });
  const [going, setGoing] = useState<{ open: boolean; answer?: CannedAnswer }>({ open: false });
  const deletion = useMutation({
    mutationFn: (id: string) => deleteAnswer(id),
    onSuccess: () => setGoing((old) => ({ ...old, open: false })),
    onError: (error) =>
      showToast({ tone: "failure", text: messageOf(error, t`That didn’t work. Try again.`) }),
    onSettled: () => refreshDesk(client),
  });
  return {
    editing,
    going,
    deletion,
    edit: (answer?: CannedAnswer) =>
      setEditing(({ n }) => ({ open: true, n: n + 1, ...(answer !== undefined && { answer }) })),
    stopEditing: () => setEditing((old) => ({ ...old, open: false })),
    askToDelete: (answer: CannedAnswer) => setGoing({ open: true, answer }),
    keep: () => setGoing((old) => ({ ...old, open: false })),
    refresh: () => void refreshDesk(client),
  };
}

/** Lets operators manage the saved replies, and shows how readers rated the help articles. */
export function AnswerManager() {
  const { t } = useLingui();
  const mayAct = useSession().user?.role !== "auditor";
  const { data: answers, isError, refetch } = useQuery(answersQuery);
  const managing = useManaging();
  const { editing, going, deletion } = managing;
  const name = going.answer?.name ?? "";
  return (
    <>
      <TopBar title={<Trans>Saved replies</Trans>} backTo={{ to: "/system/support" }}>
        {mayAct && (
          <Button
            kind="primary"
            size="md"
            aria-haspopup="dialog"
            icon={<Plus aria-hidden="true" size={18} strokeWidth={1.75} />}
            onClick={() => managing.edit()}
          >
            <Trans context="saved reply">Write</Trans>
          </Button>
        )}
      </TopBar>
      <div className={`${styles.inset} pb-6`}>
        {answers === undefined && !isError && <SkeletonRows count={4} />}
        {answers === undefined && isError && (
          <ErrorPanel
            message={t`Couldn’t load the saved replies.`}
            onRetry={() => void refetch()}
          />
        )}
        {answers?.length === 0 && (
          <EmptyState icon={<MessageSquareText aria-hidden="true" size={20} strokeWidth={1.75} />}>
            <Trans>No saved replies yet.</Trans>
          </EmptyState>
        )}
        <ul>
          {answers?.map((answer) => (
            <AnswerRow
              key={answer.id}
              answer={answer}
              onEdit={mayAct ? () => managing.edit(answer) : undefined}
              onDelete={mayAct ? () => managing.askToDelete(answer) : undefined}
            />
          ))}
        </ul>
        <ArticleVotes />
      </div>
      <AnswerForm
        key={editing.n}
        open={editing.open}
        onClose={managing.stopEditing}
        answer={editing.answer}
        onSaved={managing.refresh}
      />
      <ConfirmDialog
        open={going.open}
        onClose={managing.keep}
        title={t`Delete “${name}”?`}
        confirmLabel={t`Delete`}
        destructive
        loadingLabel={deletion.isPending ? t`Deleting` : undefined}
        onConfirm={() => going.answer !== undefined && deletion.mutate(going.answer.id)}
      >
        <Trans>This removes the reply for everyone in support.</Trans>
      </ConfirmDialog>
    </>
  );
}
