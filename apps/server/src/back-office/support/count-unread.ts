import type { AppContext } from "../../platform/context.ts";
import { countAtDesk, countUnread as countRows } from "./conversations.repository.ts";

/** Counts the replies from support that a customer has not read. */
export function countUnread(
  { db }: AppContext,
  customerId: string,
): Promise<{ conversations: number; messages: number }> {
  return countRows(db.kysely, customerId);
}

/** Counts the waiting conversations in the inbox, both in total and for one operator. */
export function countWaiting(
  { db }: AppContext,
  userId: string,
): Promise<{ open: number; unread: number; mine: number; unassigned: number }> {
  return countAtDesk(db.kysely, userId);
}
