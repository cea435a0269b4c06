import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type {
  Conversation,
  ConversationStatus,
} from "@tessera/contract/back-office/support.schemas";
import { CircleCheck, Clock, MessageCircleReply } from "lucide-react";
import { CardThumb } from "../../../ui/card-face/card-thumb.tsx";
import { RowIcon } from "../../../ui/list/list-row.tsx";
import { DateText } from "../../../ui/text/date-text.tsx";
import { Chip } from "../../../ui/text/status-chip.tsx";

/** Shows the customer a conversation's status. */
export function ConversationChip({ status }: { readonly status: ConversationStatus }) {
  switch (status) {
    case "answered":
      return (
        <Chip tone="info" icon={MessageCircleReply}>
          <Trans>Replied</Trans>
        </Chip>
      );
    case "resolved":
      return (
        <Chip tone="quiet" icon={CircleCheck}>
          <Trans>Resolved</Trans>
        </Chip>
      );
    default:
      return (
        <Chip tone="neutral" icon={Clock}>
          <Trans>With support</Trans>
        </Chip>
      );
  }
}

/** Renders a badge with the number of unread messages. */
export function UnreadTile({ count }: { readonly count: number }) {
  const { t } = useLingui();
  return count === 0 ? null : (
    <Chip tone="info">
      <span className="px-0.5">
        <span className="sr-only">{t`Unread:`} </span>
        {count}
      </span>
    </Chip>
  );
}

/**
 * Returns the last message as a single line, or `filesOnly` if the message has files but no text.
 */
export function lastLine(text: string, files: number, filesOnly: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line === "" && files > 0 ? filesOnly : line;
}

/** Renders a conversation in the customer's list. */
export function ConversationRow({ conversation }: { readonly conversation: Conversation }) {
  const { t } = useLingui();
  const { id, subject, about, lastMessage, status, unread } = conversation;
  const line = lastLine(lastMessage.text, lastMessage.attachments, t`Files`);
  return (
    <Link
      to="/customer-service"
      search={{ conversation: id }}
      state={{ openedHere: true }}
      resetScroll={false}
      className="relative flex min-h-16 w-full items-start gap-3 py-2.5 text-left not-first:before:absolute not-first:before:inset-x-0 not-first:before:top-0 not-first:before:h-px not-first:before:bg-line"
    >
      {about?.card ? (
        <CardThumb cardId={about.card.id} type={about.card.type} />
      ) : (
        <RowIcon>
          <MessageCircleReply aria-hidden="true" />
        </RowIcon>
      )}
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap justify-between gap-x-4">
          <span className={`min-w-0 ${unread > 0 ? "font-semibold" : "font-medium"}`}>
            {subject}
          </span>
          <span className="text-small text-ink-3">
            <DateText at={lastMessage.at} format="brief" />
          </span>
        </span>
        <span data-preview="" className="block truncate text-small text-ink-3">
          {lastMessage.from === "customer" ? t`You: ${line}` : line}
        </span>
        <span className="mt-1 flex flex-wrap items-center gap-1.5">
          <UnreadTile count={unread} />
          <ConversationChip status={status} />
        </span>
      </span>
    </Link>
  );
}
