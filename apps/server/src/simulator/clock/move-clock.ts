import { MovableClock } from "../../platform/clock.ts";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { moveSandboxClock } from "../../platform/sandbox-clock.repository.ts";

/**
 * In seconds: ten years. If the clock were any further ahead, the dates for cards and limits would
 * be meaningless.
 */
const MAX_OFFSET_SECONDS = 10 * 366 * 86_400;

/**
 * Moves the product's clock forward on every server, and stores its offset so that it survives
 * restarts.
 *
 * @throws Refusal `invalid_input` if the clock would run more than ten years ahead
 */
export async function moveClock(context: AppContext, seconds: number): Promise<void> {
  const { clock, db } = context;
  if (!(clock instanceof MovableClock)) {
    throw new Refusal("not_found");
  }
  if (clock.offsetSeconds + seconds > MAX_OFFSET_SECONDS) {
    throw new Refusal("invalid_input", {
      fields: [{ path: "advanceSeconds", code: "out_of_range" }],
    });
  }
  clock.reach(await moveSandboxClock(db, clock, seconds));
}
