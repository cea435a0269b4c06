import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { everyRow } from "../../platform/paging/every-row.ts";
import { stepMovement } from "./deposit-movements.ts";
import {
  type DueDeposit,
  lockDeposit,
  selectDueDeposits,
  updateDeposit,
} from "./deposits.repository.ts";
import { postOne } from "./post-one.ts";

const PAGE_SIZE = 100;

/** Expires an unpaid deposit that is due. Its address is still watched. */
export async function expireIfDue(context: AppContext, tx: Tx, id: string): Promise<boolean> {
  const deposit = await lockDeposit(tx, id);
  const now = context.clock.now();
  if (deposit?.status !== "pending" || deposit.seen_at !== null || deposit.expires_at > now) {
    return false;
  }
  const step = stepMovement(context, deposit, {
    parentId: deposit.movement_id,
    kind: "expiry",
    status: "expired",
    amountMinor: deposit.credit_minor,
    notes: [],
  });
  await postOne(context, tx, step);
  await updateDeposit(tx, id, { status: "expired", slot: null, closed_at: now });
  return true;
}

/**
 * Expires every due deposit.
 *
 * @returns the number of expired deposits
 */
export async function expireDeposits(
  context: AppContext,
  pageSize: number = PAGE_SIZE,
): Promise<number> {
  const now = context.clock.now();
  const due = everyRow<DueDeposit>(pageSize, (after) =>
    selectDueDeposits(context.db.kysely, { now, limit: pageSize, after }),
  );
  let expired = 0;
  for await (const { id } of due) {
    try {
      if (await inTransaction(context.db, (tx) => expireIfDue(context, tx, id))) {
        expired += 1;
      }
    } catch (error) {
      // The deposit stays due and will be retried. A failure must not delay the remaining deposits.
      context.log.error({ err: error, deposit: id }, "a deposit could not be expired");
    }
  }
  return expired;
}
