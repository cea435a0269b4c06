import type { AppContext } from "../../platform/context.ts";
import { countAtDesk, countUnread as countRows } from "./conversations.repository.ts";

/** How much of support's answers a customer has not read. */
export function countUnread(
  { db }: AppContext,
  customerId: string,
): Promise<{ conversations: number; messages: number }> {
  return countRows(db.kysely, customerId);
}

/** What waits at the desk, and for one of its people. */
export function countWaiting(
  { db }: AppContext,
  userId: string,
): Promise<{ open: number; unread: number; mine: number; unassigned: number }> {
  return countAtDesk(db.kysely, userId);
}
