import { type AppContext, inTransaction } from "../../../platform/context.ts";
import { lockConversation, updateConversation } from "../conversations.repository.ts";
import { tellDesk } from "../tell-both-sides.ts";
import { selectAwake } from "./due-conversations.repository.ts";

const PAGE_SIZE = 100;

/**
 * Reopens snoozed conversations that are due.
 *
 * @returns the number of reopened conversations
 */
export async function wakeSnoozed(context: AppContext): Promise<number> {
  let woken = 0;
  for (const { id } of await selectAwake(context.db.kysely, context.clock.now(), PAGE_SIZE)) {
    const isAwake = await inTransaction(context.db, async (tx) => {
      const conversation = await lockConversation(tx, id);
      const until = conversation?.snoozed_until ?? null;
      if (until === null || until > context.clock.now()) {
        return false;
      }
      await updateConversation(tx, id, { status: "open", snoozed_until: null });
      return true;
    });
    if (isAwake) {
      woken += 1;
      await tellDesk(context, { id });
    }
  }
  return woken;
}
