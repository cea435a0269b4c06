import type { AppContext } from "../../../platform/context.ts";
import { everyRow } from "../../../platform/paging/every-row.ts";
import { selectUnanswered } from "../cases.repository.ts";
import { expireCase } from "./end-case.ts";

const INTERVAL_MS = 30_000;
const PAGE_SIZE = 200;

/** Ends the cases whose customer did not answer a question in time. */
export async function expireUnansweredCases(context: AppContext): Promise<void> {
  const now = context.clock.now();
  const due = everyRow<{ id: string }>(PAGE_SIZE, (after) =>
    selectUnanswered(context.db.kysely, { now, limit: PAGE_SIZE, after: after?.id }),
  );
  for await (const { id } of due) {
    try {
      await expireCase(context, id);
    } catch (error) {
      // One failure must not delay the remaining cases.
      context.log.error({ err: error, caseId: id }, "a case could not be expired");
    }
  }
}

/** Starts the job that ends unanswered cases. */
export function startCaseExpiry(context: AppContext): void {
  context.jobs.every(INTERVAL_MS, "case-expiry", () => expireUnansweredCases(context));
}
