import { hash } from "node:crypto";
import type { Facts } from "@tessera/contract/back-office/support.schemas";
import {
  type DeskConversation,
  type DeskConversationDetail,
  type DeskQuery,
  PRIORITIES,
} from "@tessera/contract/back-office/support-desk.schemas";
import type { Locale } from "@tessera/contract/errors/locales";
import type { AppContext } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { parseId } from "../../../platform/ids.ts";
import { type PlacedPage, placedPage } from "../../../platform/paging/pages.ts";
import {
  type ConversationView,
  findConversation,
  listAtDesk,
} from "../conversations.repository.ts";
import { placeAfter, placeOf } from "../list-conversations.ts";
import { presentDeskConversation } from "../support.presenter.ts";
import { readFacts } from "./read-facts.ts";

/** The number of conversations on a page, unless the caller sets another one. */
export const DESK_LIMIT = 30;
const NOBODY = "00000000-0000-0000-0000-000000000000";

/**
 * Returns the scope of a cursor. The cursor is valid only for the filters and the operator for
 * which it was created.
 */
function scopeOf({ cursor: _, limit: __, ...filters }: DeskQuery, userId: string): string {
  const entries = Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1));
  return `desk:${userId}:${hash("sha256", JSON.stringify(entries), "base64url")}`;
}

function assigneeOf(assigned: DeskQuery["assigned"], userId: string): string | null | undefined {
  if (assigned === undefined) {
    return undefined;
  }
  return assigned === "me" ? userId : null;
}

/**
 * Lists a page of all customers' conversations, most urgent first, then by latest message.
 *
 * @throws Refusal `invalid_input` for a cursor created with other filters
 */
export async function listDeskConversations(
  context: AppContext,
  userId: string,
  query: DeskQuery,
): Promise<PlacedPage<DeskConversation>> {
  const { status, priority, limit = DESK_LIMIT, cursor, customerId } = query;
  const scope = scopeOf(query, userId);
  const rows = await listAtDesk(context.db.kysely, {
    status,
    priority: priority === undefined ? undefined : PRIORITIES.indexOf(priority),
    assigneeId: assigneeOf(query.assigned, userId),
    onlyUnread: query.unread === "true",
    // An invalid customer id must match no customer.
    customerId: customerId === undefined ? undefined : (parseId("cus", customerId) ?? NOBODY),
    text: query.q?.trim() ?? "",
    after: cursor === undefined ? undefined : placeOf(context, scope, cursor),
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return placedPage(context, {
    scope,
    data: page.map(presentDeskConversation),
    places: page.map(placeAfter),
    end: last === undefined ? null : placeAfter(last),
  });
}

/** Returns whether the title of a conversation's subject is a merchant's name. */
function isOfMerchant({ kind, withdrawal, case: held }: Facts): boolean {
  return kind !== "card" && withdrawal === undefined && held === undefined;
}

/** Returns the variables for saved replies whose values are known for this conversation. */
function variablesOf(view: ConversationView): DeskConversationDetail["variables"] {
  const { facts } = view;
  const amount = facts?.amount ?? null;
  return {
    name: view.customer_name,
    ...(facts?.card != null && { last4: facts.card.last4 }),
    ...(amount !== null && { amount: `${amount.replace("-", "")} ${facts?.currency ?? ""}` }),
    ...(facts?.title != null && isOfMerchant(facts) && { merchant: facts.title }),
  };
}

/**
 * Returns the current facts about a conversation's subject. Returns null if the subject no longer
 * exists.
 */
async function factsNowOf(
  context: AppContext,
  { facts, customer_id: customerId }: ConversationView,
  locale: Locale,
): Promise<Facts | null> {
  if (facts === null) {
    return null;
  }
  const { kind, id } = facts;
  return readFacts(context, { customerId, kind, id, locale }).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === "not_found") {
      return null;
    }
    throw error;
  });
}

/**
 * Returns a conversation with the facts attached when it started and the current facts.
 *
 * @throws Refusal `not_found`
 */
export async function getDeskConversation(
  context: AppContext,
  id: string | undefined,
  locale: Locale,
): Promise<DeskConversationDetail> {
  const view = id === undefined ? undefined : await findConversation(context.db.kysely, id);
  if (view === undefined) {
    throw new Refusal("not_found");
  }
  return {
    ...presentDeskConversation(view),
    factsNow: await factsNowOf(context, view, locale),
    variables: variablesOf(view),
  };
}
