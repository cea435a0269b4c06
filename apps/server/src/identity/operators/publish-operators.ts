import type { AppContext } from "../../platform/context.ts";

/** Topic for the event that operators, invitations or proposals changed. */
const OPERATORS_TOPIC = "operators";

/**
 * Notifies the open screens of administrators and auditors to reload operators. Call it after the
 * commit.
 */
export async function publishOperators({ events }: Pick<AppContext, "events">): Promise<void> {
  await events.publishToRoles(["administrator", "auditor"], OPERATORS_TOPIC, {});
}
