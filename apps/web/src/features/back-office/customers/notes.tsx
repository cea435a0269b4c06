import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { MAX_NOTE_LENGTH } from "@tessera/contract/back-office/customers.schemas";
import { NotebookPen } from "lucide-react";
import { messageOf } from "../../../lib/api/api-error.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { TextArea } from "../../../ui/form/text-area.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import { Note } from "../../../ui/layout/panel.tsx";
import { EmptyState } from "../../../ui/list/empty-state.tsx";
import { ErrorPanel } from "../../../ui/list/error-panel.tsx";
import { LoadMore } from "../../../ui/list/load-more.tsx";
import { SkeletonRows } from "../../../ui/list/skeleton.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import styles from "./customers.module.css";
import { useAddNote } from "./customers.mutations.ts";
import { customerNotesQuery } from "./customers.queries.ts";
import { usePowers } from "./powers.ts";

function NoteForm({ customerId }: { readonly customerId: string }) {
  const { t } = useLingui();
  const add = useAddNote(customerId, () => form.setDraft({ text: "" }));
  const form = useForm({
    initial: { text: "" },
    send: ({ text }) => {
      if (text.trim() !== "") {
        add.send(text.trim());
      }
    },
    write: { error: add.error },
  });
  return (
    <form ref={form.ref} onSubmit={form.submit} noValidate className="mb-2 flex flex-col gap-3">
      <Field
        label={<Trans>New note</Trans>}
        hint={<Trans>Only operators see this. Nobody can change or delete it later.</Trans>}
      >
        {(control) => <TextArea {...control} {...form.text("text")} maxLength={MAX_NOTE_LENGTH} />}
      </Field>
      {add.error !== null && (
        <Note tone="negative" role="alert">
          {messageOf(add.error, t`Unknown error`)}
        </Note>
      )}
      {add.unknown ? (
        <Note tone="info" role="status">
          <Trans>No response. The note may already be saved.</Trans>{" "}
          <Button size="md" kind="text" onClick={add.sendAgain}>
            <Trans>Check again</Trans>
          </Button>
        </Note>
      ) : (
        <Button
          type="submit"
          kind="primary"
          size="md"
          disabled={form.draft.text.trim() === ""}
          loadingLabel={add.sending ? t`Saving` : undefined}
        >
          <Trans>Save note</Trans>
        </Button>
      )}
    </form>
  );
}

/** Lists the operators' internal notes on a customer, newest first. */
export function CustomerNotes({ customerId }: { readonly customerId: string }) {
  const { t } = useLingui();
  const { mayNote } = usePowers();
  const pages = useInfiniteQuery(customerNotesQuery(customerId));
  const notes = pages.data?.pages.flatMap(({ data }) => data);
  return (
    <>
      {mayNote && <NoteForm customerId={customerId} />}
      {pages.isPending && <SkeletonRows count={3} />}
      {pages.isError && notes === undefined && (
        <ErrorPanel message={t`Couldn’t load the notes.`} onRetry={() => void pages.refetch()} />
      )}
      {notes?.length === 0 && (
        <EmptyState icon={<NotebookPen aria-hidden="true" size={20} strokeWidth={1.75} />}>
          <Trans>No notes yet.</Trans>
        </EmptyState>
      )}
      <ul>
        {notes?.map(({ id, text, author, createdAt }) => (
          <li key={id} className={styles.note}>
            <p>{text}</p>
            <p className="mt-1 text-small text-ink-3">
              {author} · <DateText at={createdAt} />
            </p>
          </li>
        ))}
      </ul>
      {pages.hasNextPage && !pages.isFetching && (
        <LoadMore onReached={() => void pages.fetchNextPage()} />
      )}
    </>
  );
}
