import type { AppContext } from "../../platform/context.ts";
import { destroyVisitorKeys } from "../../platform/crypto/person-keys.repository.ts";
import { overBefore } from "../../platform/retention.policy.ts";
import {
  forgetAlarms,
  forgetConversations,
  forgetDocuments,
  forgetSandboxMails,
  forgetViews,
} from "./retention.repository.ts";

/** Rows per statement; few, so that no statement locks its rows for long. */
const ROUND = 100;

/** Repeats a deletion until it finds fewer rows than its limit. */
async function inRounds(
  stopping: AbortSignal | undefined,
  round: () => Promise<number>,
): Promise<void> {
  while (stopping?.aborted !== true && (await round()) === ROUND) {
    // The next run deletes the rest.
  }
}

/**
 * Purges what no other job deletes and whose period in `retention.policy.ts` is over. Servers may
 * run it concurrently, and a stopped one leaves the rest to the next.
 */
export async function keepPeriods(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  stopping?: AbortSignal,
): Promise<void> {
  const { kysely } = db;
  const now = clock.now();
  await inRounds(stopping, () =>
    forgetConversations(kysely, { before: overBefore("conversations", now), now, limit: ROUND }),
  );
  await inRounds(stopping, () =>
    forgetDocuments(kysely, { before: overBefore("documents", now), now, limit: ROUND }),
  );
  await forgetViews(kysely, overBefore("views", now));
  await forgetSandboxMails(kysely, overBefore("sandboxMails", now));
  await forgetAlarms(kysely, now);
  await destroyVisitorKeys(kysely, overBefore("visitors", now), now);
}
