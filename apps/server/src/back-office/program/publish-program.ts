import type { AppContext } from "../../platform/context.ts";

/** Topic of the event that signals changes to the program's rules or to proposals for them. */
const PROGRAM_TOPIC = "programme";

/**
 * Tells the open screens of administrators and auditors to reload the program. Call this after the
 * commit.
 */
export async function publishProgram({ events }: Pick<AppContext, "events">): Promise<void> {
  await events.publishToRoles(["administrator", "auditor"], PROGRAM_TOPIC, {});
}
