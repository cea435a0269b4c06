import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { HelpArticle } from "@tessera/contract/back-office/help-articles.schemas";
import {
  type CreateConversation,
  MAX_MESSAGE_LENGTH,
  MAX_SUBJECT_LENGTH,
} from "@tessera/contract/back-office/support.schemas";
import { ApiError, isGone } from "../../../lib/api/api-error.ts";
import { useMoneyWrite } from "../../../lib/api/use-money-write.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { useForm } from "../../../ui/form/use-form.ts";
import { Note, Panel } from "../../../ui/layout/panel.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";
import { Loading, Skeleton } from "../../../ui/list/skeleton.tsx";
import { type About, begin, factsQuery, refreshOwn, upload } from "./support.queries.ts";
import { AttachButton } from "./thread/attach-button.tsx";
import { FactsDetails, hasDetails } from "./thread/facts-details.tsx";
import { FactsRow } from "./thread/facts-row.tsx";
import { aboutWord } from "./thread/facts-words.ts";
import { OutgoingFileChip } from "./thread/file-chip.tsx";
import { attachmentsOf, detach, emptyDraft, useOutbox, writeDraft } from "./thread/outbox.ts";
import styles from "./thread/thread.module.css";

interface NewConversationProps {
  readonly about: About | undefined;
  readonly article: { readonly slug: HelpArticle; readonly title: string } | undefined;
}

function AboutPanel({ about }: { readonly about: About }) {
  const { t } = useLingui();
  const { data, error } = useQuery(factsQuery(about));
  if (isGone(error)) {
    return (
      <Note tone="caution">
        <Trans>We couldn’t find the related item. You can still write to us.</Trans>
      </Note>
    );
  }
  if (data === undefined) {
    return (
      <Loading>
        <Skeleton className="h-16 rounded-panel" />
      </Loading>
    );
  }
  return (
    <Panel className="py-1!">
      <span className="sr-only">{t(aboutWord(data))}</span>
      <FactsRow facts={data} />
      {hasDetails(data) && <FactsDetails facts={data} />}
      <p className="border-t border-line py-2 text-small text-ink-3">
        <Trans>
          Support sees the details as they are now. They don’t include your card number.
        </Trans>
      </p>
    </Panel>
  );
}

/** Lists the files attached to the draft. */
function Files({ place }: { readonly place: string }) {
  const { files } = useOutbox(place);
  return (
    <div className={styles.above}>
      <AttachButton place={place} upload={upload} />
      <span className="text-small text-ink-3">
        <Trans>PDF, JPEG, PNG or text, 5 MB each</Trans>
      </span>
      {files.map((file) => (
        <OutgoingFileChip key={file.key} file={file} onRemove={() => detach(place, file.key)} />
      ))}
    </div>
  );
}

/** Sends the first message exactly once, then opens the new conversation. */
function useBegin({ about, article }: NewConversationProps, place: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: facts } = useQuery({ ...factsQuery(about ?? NONE), enabled: about !== undefined });
  const writing = useMoneyWrite({
    write: (body: CreateConversation, key) => begin(body, key),
    onDone: ({ id }) => {
      emptyDraft(place);
      void refreshOwn(client);
      void navigate({
        to: "/customer-service",
        search: { conversation: id },
        replace: true,
      });
    },
  });
  const submit = (subject: string, text: string, files: ReturnType<typeof attachmentsOf>) =>
    writing.send({
      subject,
      text,
      ...(about !== undefined && facts !== undefined && { about }),
      ...(article !== undefined && { article: article.slug }),
      ...(files.length > 0 && { attachments: files.map(({ id, name }) => ({ id, name })) }),
    });
  return { ...writing, submit };
}

const NONE: About = { kind: "card", id: "" };

/** Manages the subject; the message is in the outbox. What is too long is said while typing. */
function useWriting(props: NewConversationProps, place: string) {
  const { t } = useLingui();
  const box = useOutbox(place);
  const { text, files } = box;
  const begun = useBegin(props, place);
  const over = text.length - MAX_MESSAGE_LENGTH;
  const tooLong = ({ subject }: { readonly subject: string }) => ({
    subject:
      subject.length > MAX_SUBJECT_LENGTH &&
      t`A subject can have up to 120 characters. Put the rest in the message.`,
    text: over > 0 && t`${over} characters too many. Send the rest in another message.`,
  });
  const attachments = attachmentsOf(box);
  const isUnderWay = files.some(({ sent, error }) => sent === undefined && error === undefined);
  const form = useForm({
    initial: { subject: props.article?.title ?? "" },
    problems: tooLong,
    send: ({ subject }) => {
      if (canSend) {
        begun.submit(subject.trim(), text, attachments);
      }
    },
    write: { error: begun.error },
  });
  const hasContent = text.trim() !== "" || attachments.length > 0;
  const canSend = form.isRight && form.draft.subject.trim() !== "" && hasContent && !isUnderWay;
  const early = tooLong(form.draft);
  return {
    ...form,
    messageText: text,
    canSend,
    sending: begun.sending,
    unknown: begun.unknown,
    errorAt: (field: "subject" | "text") => early[field] || form.errorAt(field),
  };
}

/**
 * Renders the form for a new conversation, showing the subject and the article that the reader came
 * from.
 */
export function NewConversation(props: NewConversationProps) {
  const { about, article } = props;
  const { t } = useLingui();
  const place = `new:${about?.kind ?? ""}:${about?.id ?? ""}:${article?.slug ?? ""}`;
  const writing = useWriting(props, place);
  const { failure, errorAt } = writing;
  return (
    <>
      <TopBar title={<Trans>Contact support</Trans>} backTo={{ to: "/customer-service" }} />
      <form
        ref={writing.ref}
        className={`${styles.inset} pt-1.5 pb-6`}
        onSubmit={writing.submit}
        noValidate
      >
        {about !== undefined && <AboutPanel about={about} />}
        {article !== undefined && (
          <p className="py-2 text-small text-ink-3">
            <Trans>Support sees that you read “{article.title}”.</Trans>
          </p>
        )}
        <Field label={<Trans>Subject</Trans>} error={errorAt("subject")} className="mt-3">
          {(control) => <Input {...control} {...writing.text("subject")} autoComplete="off" />}
        </Field>
        <Field label={<Trans>Your message</Trans>} error={errorAt("text")} className="mt-3">
          {(control) => (
            <textarea
              {...control}
              className={styles.area}
              value={writing.messageText}
              onChange={({ target }) => writeDraft(place, target.value)}
            />
          )}
        </Field>
        <Files place={place} />
        {failure instanceof ApiError && (
          <Note tone="negative" role="alert" className="mt-3">
            {failure.message}
          </Note>
        )}
        {writing.unknown && (
          <Note tone="caution" role="alert" className="mt-3">
            <Trans>No response. You can safely send it again: it arrives only once.</Trans>
          </Note>
        )}
        <Note className="mt-3">
          <Trans>Never send a password, a code or a full card number. We never ask for them.</Trans>
        </Note>
        <Button
          type="submit"
          kind="primary"
          block
          className="mt-5"
          disabled={!writing.canSend}
          loadingLabel={writing.sending ? t`Sending` : undefined}
        >
          <Trans>Send</Trans>
        </Button>
      </form>
    </>
  );
}
