import { periodIn } from "../../authorization/decision/index.ts";
import { programSettings } from "../../back-office/program/index.ts";
import { accountOf } from "../../identity/people/index.ts";
import { customerHasFactor } from "../../identity/second-factor/index.ts";
import { requireNoSecurityHold } from "../../identity/security-hold/index.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId } from "../../platform/ids.ts";
import { shareAddress } from "./addresses/addresses.repository.ts";
import { refusalOf } from "./create-withdrawal.ts";
import { lockOf } from "./read-terms.ts";
import { payoutsOf } from "./send/payouts.ts";
import { appealMovement } from "./withdrawal-movements.ts";
import { nextState } from "./withdrawal-states.policy.ts";
import { dayLimitOf, MAX_PER_DAY } from "./withdrawal-terms.policy.ts";
import {
  insertAppeal,
  insertStep,
  lockWithdrawal,
  updateWithdrawal,
} from "./withdrawals.repository.ts";

/**
 * Returns a rejected withdrawal to review: holds its full quoted amount again and counts it toward
 * today's limit. Anything that prevents a new withdrawal also prevents the appeal.
 *
 * @throws Refusal `case_not_appealable` if the withdrawal was not rejected or its address was
 * removed from the address book, `withdrawals_on_hold`, `withdrawals_locked`, `insufficient_funds`,
 * `withdrawal_limit`, `account_suspended`, `not_offered`
 */
export async function appealWithdrawal(
  context: AppContext,
  tx: Tx,
  { withdrawalId, customerId }: { readonly withdrawalId: string; readonly customerId: string },
): Promise<void> {
  payoutsOf(context);
  await requireNoSecurityHold(tx, customerId);
  const row = await lockWithdrawal(tx, withdrawalId);
  const state = row === undefined ? undefined : nextState(row.state, "appealed");
  const former = row?.return_movement_id ?? null;
  if (row === undefined || state === undefined || former === null) {
    throw new Refusal("case_not_appealable", { internal: "the withdrawal is not rejected" });
  }
  if ((await lockOf(context, tx, customerId)) !== undefined) {
    throw new Refusal("withdrawals_locked");
  }
  if ((await shareAddress(tx, { id: row.address_id, customerId })) === undefined) {
    throw new Refusal("case_not_appealable", { internal: "the address left the book" });
  }
  const at = context.clock.now();
  const holdId = newId(at);
  const settings = await programSettings(context, tx);
  const { day } = periodIn(context.config.timeZone, at);
  await insertAppeal(tx, {
    withdrawal_id: row.id,
    hold_id: holdId,
    former_return_id: former,
    appealed_at: at,
  });
  const movement = appealMovement(
    { ...row, hold_id: holdId, limit_day: day },
    {
      account: await accountOf(tx, customerId, row.currency),
      at,
      maxMinor: dayLimitOf(settings.withdrawal, await customerHasFactor(tx, customerId)),
      maxCount: MAX_PER_DAY,
    },
  );
  const [result] = await context.ledger.post(tx, [movement]);
  if (result === undefined || result.outcome === "refused") {
    throw refusalOf(result);
  }
  const open = { state, state_at: at, limit_day: day, return_movement_id: null, ended_at: null };
  await updateWithdrawal(tx, row.id, open);
  await insertStep(tx, { withdrawalId: row.id, state, at });
}
