import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Conversation } from "@tessera/contract/back-office/support.schemas";
import { messageOf } from "../../../lib/api/api-error.ts";
import { Button } from "../../../ui/form/button.tsx";
import { Note } from "../../../ui/layout/panel.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";
import { showToast } from "../../../ui/overlay/toast-store.ts";
import { ConversationChip } from "./conversation-row.tsx";
import {
  conversationQuery,
  messagesQuery,
  read,
  refreshOwn,
  resolve,
  save,
  send,
  upload,
} from "./support.queries.ts";
import { Composer } from "./thread/composer.tsx";
import { FactsPanel } from "./thread/facts-panel.tsx";
import { MessageList } from "./thread/message-list.tsx";
import type { Deliver } from "./thread/outbox.ts";
import styles from "./thread/thread.module.css";
import { ThreadAbsent } from "./thread/thread-absent.tsx";

const BACK = { to: "/customer-service" } as const;

function Resolve({ conversation }: { readonly conversation: Conversation }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: () => resolve(conversation.id),
    onSuccess: () => refreshOwn(client),
    onError: (error) =>
      showToast({ tone: "failure", text: messageOf(error, t`That didn’t work. Try again.`) }),
  });
  return (
    <Button
      size="md"
      kind="text"
      onClick={() => mutation.mutate()}
      loadingLabel={mutation.isPending ? t`Resolving` : undefined}
    >
      <Trans>Resolve</Trans>
    </Button>
  );
}

function Standing({ status }: Pick<Conversation, "status">) {
  return (
    <div className="flex justify-center pb-2">
      {status === "resolved" ? (
        <Note tone="positive">
          <Trans>Resolved. Write again to reopen it.</Trans>
        </Note>
      ) : (
        <ConversationChip status={status} />
      )}
    </div>
  );
}

/** Renders one of the customer's conversations, updated live. */
export function OwnThread({ id }: { readonly id: string }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { data: conversation, error, refetch } = useQuery(conversationQuery(id));
  const pages = useInfiniteQuery(messagesQuery(id));
  const deliver: Deliver = async (body, key) => {
    await send(id, body, key);
    await refreshOwn(client);
  };
  const onSeen = (messageId: string) => {
    read(id, messageId).then(
      () => refreshOwn(client),
      // A lost read receipt is harmless, because the next message triggers another one.
      () => undefined,
    );
  };
  return (
    <div className={styles.page}>
      <TopBar title={conversation?.subject ?? <Trans>Conversation</Trans>} backTo={BACK}>
        {conversation !== undefined && conversation.status !== "resolved" && (
          <Resolve conversation={conversation} />
        )}
      </TopBar>
      {conversation === undefined && <ThreadAbsent error={error} onRetry={() => void refetch()} />}
      {conversation !== undefined && (
        <>
          {conversation.about !== null && <FactsPanel facts={conversation.about} />}
          <MessageList
            pages={pages}
            place={id}
            mine="customer"
            deliver={deliver}
            onSave={save}
            onSeen={onSeen}
          />
          <Standing status={conversation.status} />
          <Composer place={id} label={t`Write a message`} deliver={deliver} upload={upload} />
        </>
      )}
    </div>
  );
}
