import type { AppContext } from "../../platform/context.ts";
import { countAtDesk, countUnread as countRows } from "./conversations.repository.ts";

/** Counts the replies from support that a customer has not read. */
export function countUnread(
  { db }: AppContext,
  customerId: string,
): Promise<{ conversations: number; messages: number }> {
  return countRows(db.kysely, customerId);
}

interface DeskCounts {
  readonly open: number;
  readonly unread: number;
  readonly mine: number;
  readonly unassigned: number;
}

/** Counts the waiting conversations in the inbox, both in total and for one operator. */
export function countWaiting({ db }: AppContext, userId: string): Promise<DeskCounts> {
  return countAtDesk(db.kysely, userId);
}

/** Adds up the conversations that wait in several cells. */
export function addCounts(counts: readonly DeskCounts[]): DeskCounts {
  const sum = (name: keyof DeskCounts) => counts.reduce((total, one) => total + one[name], 0);
  return {
    ...{ open: sum("open"), unread: sum("unread") },
    mine: sum("mine"),
    unassigned: sum("unassigned"),
  };
}
