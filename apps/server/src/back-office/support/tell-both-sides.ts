import type { AppContext } from "../../platform/context.ts";
import { wireId } from "../../platform/ids.ts";

const TOPIC = "support";
const READERS = ["support", "administrator", "auditor"] as const;

interface Changed {
  readonly id: string;
  readonly customerId: string;
}

/** Notifies operators' open screens that a conversation has changed. Call this after the commit. */
export async function tellDesk(context: AppContext, { id }: Pick<Changed, "id">): Promise<void> {
  await context.events.publishToRoles(READERS, TOPIC, { conversationId: wireId("con", id) });
}

/** Notifies both the operators' and the customer's open screens. Call this after the commit. */
export async function tellBothSides(context: AppContext, changed: Changed): Promise<void> {
  const { id, customerId } = changed;
  await Promise.all([
    context.events.publish(customerId, TOPIC, { conversationId: wireId("con", id) }),
    tellDesk(context, changed),
  ]);
}
