import type { Conversation } from "@tessera/contract/back-office/support.schemas";
import { type AppContext, inTransaction } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { lockConversation, updateConversation } from "../conversations.repository.ts";
import { getConversation } from "../list-conversations.ts";
import { tellBothSides } from "../tell-both-sides.ts";

/**
 * Resolves a customer's conversation. Does nothing if it is already resolved.
 *
 * @throws Refusal `not_found`
 */
export async function resolveConversation(
  context: AppContext,
  customerId: string,
  id: string | undefined,
): Promise<Conversation> {
  const changed = await inTransaction(context.db, async (tx) => {
    const found = id === undefined ? undefined : await lockConversation(tx, id, customerId);
    if (found === undefined) {
      throw new Refusal("not_found");
    }
    if (found.status === "resolved") {
      return undefined;
    }
    const resolvedAt = context.clock.now();
    await updateConversation(tx, found.id, {
      status: "resolved",
      snoozed_until: null,
      resolved_at: resolvedAt,
    });
    return { id: found.id, customerId };
  });
  if (changed !== undefined) {
    await tellBothSides(context, changed);
  }
  return getConversation(context, customerId, id);
}
