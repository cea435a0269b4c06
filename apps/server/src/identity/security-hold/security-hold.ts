import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId } from "../../platform/ids.ts";
import { lastPasswordReset, type Person, peopleOfCustomer } from "../people/index.ts";
import type { Suspender } from "../sessions/index.ts";
import { endSessionsOf } from "../sessions/index.ts";
import { tellOfLift } from "./security-hold-mails.ts";
import {
  endSecurityHold,
  findLiftedHold,
  findSecurityHold,
  insertSecurityHold,
  lockCustomer,
  type SecurityHold,
} from "./security-holds.repository.ts";

/** Whether somebody said “not me” and nobody has lifted it since. */
export async function isOnSecurityHold(tx: Tx, customerId: string): Promise<boolean> {
  return (await findSecurityHold(tx, customerId)) !== undefined;
}

/**
 * Keeps a customer off hold until the transaction ends, so that nothing slips in beside one. Of
 * one customer such transactions come one after another.
 *
 * @throws Refusal `withdrawals_on_hold`
 */
export async function requireNoSecurityHold(tx: Tx, customerId: string): Promise<void> {
  await lockCustomer(tx, customerId);
  if (await isOnSecurityHold(tx, customerId)) {
    throw new Refusal("withdrawals_on_hold");
  }
}

/**
 * Refuses to change a password or a factor for who may have stolen the password: until it was reset
 * by a mailed code, a hold takes it for known to somebody else.
 *
 * @throws Refusal `withdrawals_on_hold`
 */
export async function requireNoStolenPassword(
  tx: Tx,
  { customerId }: Pick<Person, "customerId">,
): Promise<void> {
  const hold = customerId === null ? undefined : await findSecurityHold(tx, customerId);
  if (hold !== undefined && !(await wasResetSince(tx, customerId ?? "", hold))) {
    throw new Refusal("withdrawals_on_hold");
  }
}

async function wasResetSince(tx: Tx, customerId: string, { beganAt }: SecurityHold) {
  const resetAt = await lastPasswordReset(tx, customerId);
  return resetAt !== null && resetAt > beganAt;
}

/**
 * Puts a customer on hold and ends all of their sessions, inside a transaction: no withdrawal and
 * no card number until it is lifted. One who is on hold already stays so. Call what it returns
 * once the transaction has committed.
 */
export async function beginSecurityHold(
  context: AppContext,
  tx: Tx,
  input: { readonly customerId: string; readonly aboutId: string; readonly requestId: string },
): Promise<() => Promise<void>> {
  const { customerId, aboutId, requestId } = input;
  const now = context.clock.now();
  await lockCustomer(tx, customerId);
  if (!(await isOnSecurityHold(tx, customerId))) {
    await insertSecurityHold(tx, { id: newId(now), customerId, aboutId, beganAt: now });
    await context.ledger.appendAudit({ kysely: tx }, [
      {
        action: "security_hold.begin",
        actor: "mailed link",
        customerId,
        object: customerId,
        outcome: "ok",
        requestId,
        data: { after: { onHold: true } },
      },
    ]);
  }
  const people = await peopleOfCustomer(tx, customerId);
  return endSessionsOf(context, tx, { people, customerId });
}

/** What is known of a customer's hold. */
export interface HoldStanding extends SecurityHold {
  /** Whether the password was reset since, without which nobody lifts it. */
  readonly canLift: boolean;
}

/** A customer's hold as it stands; undefined where there is none. */
export async function securityHoldOf(
  tx: Tx,
  customerId: string,
): Promise<HoldStanding | undefined> {
  const hold = await findSecurityHold(tx, customerId);
  return hold && { ...hold, canLift: await wasResetSince(tx, customerId, hold) };
}

/** Who lifts which hold, and why. */
interface HoldLift extends Suspender {
  readonly customerId: string | undefined;
  /** The one that was looked at, a uuid; undefined where what was asked for cannot be one. */
  readonly holdId: string | undefined;
  readonly reason: string;
}

/**
 * Lifts a customer's hold and writes to them. Whoever knew the password may still know it, and may
 * have changed it, so it must have been reset by a mailed code since the hold began. Asked again by
 * the same person, it answers the same.
 *
 * @throws Refusal `not_found` where there never was such a hold, `security_hold_lifted` telling by
 *   whom, `security_hold_needs_reset`
 */
export function liftSecurityHold(context: AppContext, lift: HoldLift): Promise<void> {
  return inTransaction(context.db, async (tx) => {
    const { customerId, holdId, actor, reason, requestId } = lift;
    if (customerId === undefined || holdId === undefined) {
      throw new Refusal("not_found");
    }
    await lockCustomer(tx, customerId);
    const hold = await findSecurityHold(tx, customerId);
    if (hold?.id !== holdId) {
      return requireOwnLift(tx, { customerId, holdId, actor });
    }
    if (!(await wasResetSince(tx, customerId, hold))) {
      throw new Refusal("security_hold_needs_reset");
    }
    await endSecurityHold(tx, hold.id, { at: context.clock.now(), by: actor, reason });
    await tellOfLift(context, tx, customerId);
    await context.ledger.appendAudit({ kysely: tx }, [
      {
        action: "security_hold.lift",
        actor,
        customerId,
        object: customerId,
        outcome: "ok",
        requestId,
        data: { reason, before: { onHold: true }, after: { onHold: false } },
      },
    ]);
  });
}

/** Passes for who lifted it themselves: an answer may have been lost. */
async function requireOwnLift(
  tx: Tx,
  { actor, customerId, holdId }: { actor: string; customerId: string; holdId: string },
): Promise<void> {
  const changed = await findLiftedHold(tx, { id: holdId, customerId });
  if (changed === undefined) {
    throw new Refusal("not_found");
  }
  if (changed.by !== actor) {
    throw new Refusal("security_hold_lifted", { changed });
  }
}
