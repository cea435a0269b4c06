import type { AppContext } from "../../platform/context.ts";

/** Topic of the event that signals changes to operators, invitations or proposals. */
const OPERATORS_TOPIC = "operators";

/**
 * Tells the open screens of administrators and auditors to reload operators. Call this after the
 * commit.
 */
export async function publishOperators({ events }: Pick<AppContext, "events">): Promise<void> {
  await events.publishToRoles(["administrator", "auditor"], OPERATORS_TOPIC, {});
}
