import { expireReview } from "../../authorization/approvals/index.ts";
import { expireAuthorization } from "../../authorization/holds/index.ts";
import type { StandingClock } from "../../platform/clock.ts";
import type { AppContext } from "../../platform/context.ts";
import { selectDue } from "./practice-books.repository.ts";

/**
 * Advances a simulation's clock and applies the deadlines that pass, each at the time when it is
 * due. Applies only this customer's deadlines, since each simulation has a separate clock.
 */
export async function liveThrough(
  context: AppContext,
  clock: StandingClock,
  customerId: string,
  to: Date,
): Promise<void> {
  for (const due of await selectDue(context.db.kysely, customerId, to)) {
    if (due.at > clock.now()) {
      clock.moveTo(due.at);
    }
    if (due.kind === "hold") {
      await expireAuthorization(context, due.id);
    } else {
      await expireReview(context, customerId, due.id);
    }
  }
  clock.moveTo(to);
}
