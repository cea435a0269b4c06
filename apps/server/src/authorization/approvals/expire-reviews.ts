import type { AppContext } from "../../platform/context.ts";
import { everyRow } from "../../platform/paging/every-row.ts";
import { expireReview } from "./decide-review.ts";
import { findDueReviews } from "./reviews.repository.ts";

const INTERVAL_MS = 30_000;
const PAGE_SIZE = 200;

/** Expires overdue reviews. Their payments stay declined. */
export async function expireDueReviews(context: AppContext): Promise<void> {
  const now = context.clock.now();
  const due = everyRow<{ id: string; customer_id: string }>(PAGE_SIZE, (after) =>
    findDueReviews(context.db.kysely, now, PAGE_SIZE, after),
  );
  for await (const { id, customer_id: customerId } of due) {
    try {
      await expireReview(context, customerId, id);
    } catch (error) {
      // One failure must not delay the remaining reviews.
      context.log.error({ err: error, reviewId: id }, "a review could not be expired");
    }
  }
}

/** Starts the job that expires overdue reviews. */
export function startReviewExpiry(context: AppContext): void {
  context.jobs.every(INTERVAL_MS, "review-expiry", () => expireDueReviews(context));
}
