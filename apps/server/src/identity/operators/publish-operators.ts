import type { AppContext } from "../../platform/context.ts";

/** The topic of the event for changes to operators, invitations or proposals. */
const OPERATORS_TOPIC = "operators";

/**
 * Notifies the open screens of administrators and auditors, so that they reload operators. Call
 * this after the commit.
 */
export async function publishOperators({ events }: Pick<AppContext, "events">): Promise<void> {
  await events.publishToRoles(["administrator", "auditor"], OPERATORS_TOPIC, {});
}
