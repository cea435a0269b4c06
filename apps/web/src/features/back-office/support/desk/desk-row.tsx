import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type {
  DeskConversation,
  ListedConversation,
} from "@tessera/contract/back-office/support-desk.schemas";
import { ChevronsUp } from "lucide-react";
import { cellParam } from "../../../../lib/navigation/cell-links.ts";
import { changeSearch } from "../../../../lib/navigation/search-state.ts";
import { Avatar } from "../../../../ui/card-face/card-thumb.tsx";
import { DateText } from "../../../../ui/text/date-text.tsx";
import { Chip } from "../../../../ui/text/status-chip.tsx";
import { lastLine, UnreadTile } from "../conversation-row.tsx";
import type { DeskSearch } from "./desk.queries.ts";
import { DESK_STATUS_LOOKS, PRIORITY_WORDS } from "./desk-words.ts";

/** Shows the status of a conversation. */
export function DeskStatusChip({ status }: Pick<DeskConversation, "status">) {
  const { t } = useLingui();
  const { text, tone, icon } = DESK_STATUS_LOOKS[status];
  return (
    <Chip tone={tone} icon={icon}>
      {t(text)}
    </Chip>
  );
}

/** Shows the priority unless it is normal. */
export function PriorityChip({ priority }: Pick<DeskConversation, "priority">) {
  const { t } = useLingui();
  return priority === "high" || priority === "urgent" ? (
    <Chip tone={priority === "urgent" ? "negative" : "caution"} icon={ChevronsUp}>
      {t(PRIORITY_WORDS[priority])}
    </Chip>
  ) : null;
}

/** Renders a conversation in the queue. */
export function DeskRow({
  conversation,
  current,
}: {
  readonly conversation: ListedConversation;
  readonly current: boolean;
}) {
  const { t } = useLingui();
  const { id, subject, customer, assignee, lastMessage, status, priority, unread } = conversation;
  const line = lastLine(lastMessage.text, lastMessage.attachments, t`Files`);
  return (
    <Link
      to="/system/support"
      search={(old) =>
        changeSearch<keyof DeskSearch>(old, {
          ...{ conversation: id, answers: undefined, cell: cellParam(conversation.cell) },
        })
      }
      state={{ openedHere: true }}
      resetScroll={false}
      aria-current={current ? "true" : undefined}
      className="relative flex min-h-16 w-full items-start gap-3 py-2.5 text-left not-first:before:absolute not-first:before:inset-x-0 not-first:before:top-0 not-first:before:h-px not-first:before:bg-line"
    >
      <Avatar username={customer.username} size={40} />
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
          {customer.username} · {line}
        </span>
        <span className="mt-1 flex flex-wrap items-center gap-1.5">
          <UnreadTile count={unread} />
          <PriorityChip priority={priority} />
          <DeskStatusChip status={status} />
          {assignee !== null && (
            <span className="text-micro text-ink-3">{t`Assigned to ${assignee.username}`}</span>
          )}
        </span>
      </span>
    </Link>
  );
}
