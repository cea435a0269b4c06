import {
  CONVERSATION_STATUSES,
  type Conversation,
  type ConversationStatus,
} from "@tessera/contract/back-office/support.schemas";
import type { DeskStatus } from "@tessera/contract/back-office/support-desk.schemas";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { decodeCursor, encodeCursor } from "../../platform/paging/cursor.ts";
import {
  type ConversationPlace,
  type ConversationView,
  findConversation,
  listOwn,
} from "./conversations.repository.ts";
import { CUSTOMERS_STATUS, presentConversation } from "./support.presenter.ts";

const DEFAULT_LIMIT = 20;

interface ConversationList {
  readonly customerId: string;
  readonly query: {
    readonly status?: ConversationStatus | undefined;
    readonly limit?: number | undefined;
    readonly cursor?: string | undefined;
  };
}

/** Lists the inbox statuses that a customer sees as `status`. */
function behind(status: ConversationStatus): DeskStatus[] {
  const all = Object.entries(CUSTOMERS_STATUS) as [DeskStatus, ConversationStatus][];
  return all.filter(([, shown]) => shown === status).map(([stored]) => stored);
}

/**
 * Returns the position that a cursor marks.
 *
 * @throws Refusal `invalid_input` for a cursor from another list
 */
export function placeOf({ keys }: AppContext, scope: string, cursor: string): ConversationPlace {
  const [priority, at, id] = decodeCursor(keys, scope, cursor);
  if (priority === undefined || at === undefined || id === undefined) {
    throw new Refusal("invalid_input", { fields: [{ path: "cursor", code: "malformed_cursor" }] });
  }
  return { priority: Number(priority), at: new Date(Number(at)), id };
}

/** Returns a cursor for the rows after a conversation. */
function cursorAfter({ keys }: AppContext, scope: string, last: ConversationView): string {
  return encodeCursor(keys, scope, placeAfter(last));
}

/** Returns the position of a conversation in its list. */
export function placeAfter(last: ConversationView): readonly string[] {
  return [String(last.priority), String(last.last_at.getTime()), last.id];
}

/**
 * Lists a page of a customer's conversations, most recent message first.
 *
 * @throws Refusal `invalid_input` for a cursor from another list
 */
export async function listConversations(
  context: AppContext,
  { customerId, query }: ConversationList,
): Promise<{ data: Conversation[]; nextCursor: string | null }> {
  const { status, limit = DEFAULT_LIMIT, cursor } = query;
  const shown = CONVERSATION_STATUSES.find((one) => one === status);
  const scope = `support:${customerId}:${shown ?? ""}`;
  const rows = await listOwn(context.db.kysely, {
    customerId,
    statuses: shown === undefined ? undefined : behind(shown),
    after: cursor === undefined ? undefined : placeOf(context, scope, cursor),
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    data: page.map(presentConversation),
    nextCursor: last === undefined ? null : cursorAfter(context, scope, last),
  };
}

/**
 * Returns one of a customer's conversations.
 *
 * @throws Refusal `not_found` if it does not exist or belongs to another customer
 */
export async function getConversation(
  context: AppContext,
  customerId: string,
  id: string | undefined,
): Promise<Conversation> {
  const { kysely } = context.db;
  const view = id === undefined ? undefined : await findConversation(kysely, id, customerId);
  if (view === undefined) {
    throw new Refusal("not_found");
  }
  return presentConversation(view);
}
