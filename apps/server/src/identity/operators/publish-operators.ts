import type { AppContext } from "../../platform/context.ts";

/** The topic of notices that operators, invitations or proposals changed. */
const OPERATORS_TOPIC = "operators";

/** Tells open screens of administrators and auditors to load operators again. After the commit. */
export async function publishOperators({ events }: Pick<AppContext, "events">): Promise<void> {
  await events.publishToRoles(["administrator", "auditor"], OPERATORS_TOPIC, {});
}
