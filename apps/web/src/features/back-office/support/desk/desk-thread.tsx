import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import type { DeskConversationDetail } from "@tessera/contract/back-office/support-desk.schemas";
import { MessageSquareText } from "lucide-react";
import { useState } from "react";
import { useLocale } from "../../../../lib/locale.ts";
import { useSession } from "../../../../lib/session/session-store.ts";
import { Button } from "../../../../ui/form/button.tsx";
import { LOCALE_NAMES } from "../../../../ui/form/preference-buttons.tsx";
import { Segmented } from "../../../../ui/form/segmented.tsx";
import { lazySheet } from "../../../../ui/layout/lazy-part.tsx";
import { TopBar } from "../../../../ui/layout/top-bar.tsx";
import { DateText } from "../../../../ui/text/date-text.tsx";
import { articlesQuery } from "../help/help.queries.ts";
import { Composer } from "../thread/composer.tsx";
import { FactsPanel } from "../thread/facts-panel.tsx";
import { MessageList } from "../thread/message-list.tsx";
import type { Deliver } from "../thread/outbox.ts";
import styles from "../thread/thread.module.css";
import { ThreadAbsent } from "../thread/thread-absent.tsx";
import {
  deskConversationQuery,
  deskMessagesQuery,
  note,
  readAtDesk,
  refreshDesk,
  reply,
  saveAtDesk,
  uploadAtDesk,
} from "./desk.queries.ts";
import { DeskStatusChip, PriorityChip } from "./desk-row.tsx";
import { DeskSteering } from "./desk-steering.tsx";
import { FactsLinks } from "./facts-links.tsx";

const AnswerPicker = lazySheet(async () => (await import("./answer-picker.tsx")).AnswerPicker);

interface DeskPart {
  readonly conversation: DeskConversationDetail;
}

function Head({ conversation }: DeskPart) {
  const { customer, status, priority, snoozedUntil, article } = conversation;
  const { data: help } = useQuery(articlesQuery(useLocale()));
  const read = article === null ? undefined : (help?.[article].title ?? article);
  return (
    <div className="flex flex-wrap items-center gap-2 px-5 pb-2 text-small text-ink-3">
      <span className="font-medium text-ink">{customer.username}</span>
      <span>{LOCALE_NAMES[customer.locale]}</span>
      <PriorityChip priority={priority} />
      <DeskStatusChip status={status} />
      {snoozedUntil !== null && <DateText at={snoozedUntil} />}
      {read !== undefined && (
        <span>
          <Trans>Already read “{read}”</Trans>
        </span>
      )}
    </div>
  );
}

/** Lets an operator write a reply or a note, each with a separate draft. */
function DeskComposer({ conversation, deliverReply }: DeskPart & { deliverReply: Deliver }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [mode, setMode] = useState<"reply" | "note">("reply");
  const [picking, setPicking] = useState(false);
  const { id } = conversation;
  const deliverNote: Deliver = async ({ text }, key) => {
    await note(id, text, key);
    await refreshDesk(client);
  };
  const isReply = mode === "reply";
  return (
    <>
      <Composer
        key={mode}
        place={`desk:${id}${isReply ? "" : ":note"}`}
        label={isReply ? t`Reply to customer` : t`Note for support staff only`}
        deliver={isReply ? deliverReply : deliverNote}
        upload={isReply ? uploadAtDesk : undefined}
        overNav
        above={
          <div className={styles.above}>
            <Segmented
              label={t`Content`}
              value={mode}
              onChange={setMode}
              options={[
                { value: "reply", label: t`Reply` },
                { value: "note", label: t`Note` },
              ]}
            />
            {isReply && (
              <Button
                size="md"
                aria-haspopup="dialog"
                icon={<MessageSquareText aria-hidden="true" size={18} strokeWidth={1.75} />}
                onClick={() => setPicking(true)}
              >
                <Trans>Saved replies</Trans>
              </Button>
            )}
          </div>
        }
      />
      <AnswerPicker
        open={picking}
        onClose={() => setPicking(false)}
        conversation={conversation}
        place={`desk:${id}`}
      />
    </>
  );
}

/**
 * Renders one conversation for operators, updated live, with the facts from when the conversation
 * began and the current facts.
 */
export function DeskThread({ id }: { readonly id: string }) {
  const client = useQueryClient();
  const mayAct = useSession().user?.role !== "auditor";
  const { data: conversation, error, refetch } = useQuery(deskConversationQuery(id));
  const pages = useInfiniteQuery(deskMessagesQuery(id));
  const deliver: Deliver = async (body, key) => {
    await reply(id, body, key);
    await refreshDesk(client);
  };
  const onSeen = (messageId: string) => {
    if (mayAct) {
      readAtDesk(id, messageId).then(
        () => refreshDesk(client),
        () => undefined,
      );
    }
  };
  return (
    <div className={`${styles.page} ${styles.overNavPage}`}>
      <TopBar
        title={conversation?.subject ?? <Trans>Conversation</Trans>}
        backTo={{ to: "/system/support" }}
      />
      {conversation === undefined && <ThreadAbsent error={error} onRetry={() => void refetch()} />}
      {conversation !== undefined && (
        <>
          <Head conversation={conversation} />
          {mayAct && <DeskSteering conversation={conversation} />}
          {conversation.about !== null && (
            <FactsPanel
              facts={conversation.about}
              now={conversation.factsNow}
              links={
                <FactsLinks
                  facts={conversation.factsNow ?? conversation.about}
                  customerId={conversation.customer.id}
                />
              }
            />
          )}
          <MessageList
            pages={pages}
            place={`desk:${id}`}
            mine="support"
            deliver={deliver}
            onSave={saveAtDesk}
            onSeen={onSeen}
          />
          {mayAct && <DeskComposer conversation={conversation} deliverReply={deliver} />}
        </>
      )}
    </div>
  );
}
