import type { AppContext } from "../../platform/context.ts";
import { destroyVisitorKeys } from "../../platform/crypto/person-keys.repository.ts";
import { overBefore } from "../../platform/retention.policy.ts";
import {
  forgetAlarms,
  forgetBankPayers,
  forgetConversations,
  forgetDocuments,
  forgetInvitees,
  forgetSandboxMails,
  forgetViews,
} from "./retention.repository.ts";

/**
 * Maximum number of rows per statement, kept small so that no statement holds row locks for long.
 */
const ROUND = 100;

/** Repeats a deletion until it deletes fewer rows than its limit. */
async function inRounds(
  stopping: AbortSignal | undefined,
  round: () => Promise<number>,
): Promise<void> {
  while (stopping?.aborted !== true && (await round()) === ROUND) {
    // The next run deletes the rest.
  }
}

/**
 * Purges data that no other job deletes, after the retention period set in `retention.policy.ts`.
 * Several servers may run this concurrently. If one stops, the next run deletes the rest.
 */
export async function deleteExpiredData(
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
  await inRounds(stopping, () =>
    forgetInvitees(kysely, { before: overBefore("invitees", now), limit: ROUND }),
  );
  await inRounds(stopping, () =>
    forgetBankPayers(kysely, { before: overBefore("bankPayers", now), limit: ROUND }),
  );
  await forgetViews(kysely, overBefore("views", now));
  await forgetSandboxMails(kysely, overBefore("sandboxMails", now));
  await forgetAlarms(kysely, now);
  await destroyVisitorKeys(kysely, overBefore("visitors", now), now);
}
