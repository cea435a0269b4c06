import { MovableClock } from "../../platform/clock.ts";
import type { AppContext } from "../../platform/context.ts";
import { followSandboxClock } from "../../platform/sandbox-clock.repository.ts";

/** Keeps this server's clock at the time to which other servers of the sandbox move it. */
export async function startClock({ clock, db, log }: AppContext): Promise<void> {
  if (clock instanceof MovableClock) {
    await followSandboxClock(db, clock, (error) =>
      log.warn({ err: error }, "the sandbox's clock could not be read"),
    );
  }
}
