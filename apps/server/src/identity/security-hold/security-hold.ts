import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId } from "../../platform/ids.ts";
import {
  findContactIds,
  findCustomersOfContact,
  findPasswordReset,
  lastPasswordReset,
  type Person,
} from "../people/index.ts";
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

/** Returns whether a customer has an open security hold, set by a “not me” link. */
export async function isOnSecurityHold(tx: Tx, customerId: string): Promise<boolean> {
  return (await findSecurityHold(tx, customerId)) !== undefined;
}

/**
 * Checks that a customer has no security hold, and prevents a hold from being set until the
 * transaction ends. Such transactions are serialized per customer.
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
 * Refuses to change a password or a factor during a security hold on the person's own account or on
 * a company that they own or administer: until that person resets the password with an emailed
 * code, we assume that someone else knows it.
 *
 * @throws Refusal `withdrawals_on_hold`
 */
export async function requireNoStolenPassword(tx: Tx, { id }: Pick<Person, "id">): Promise<void> {
  for (const customerId of await findCustomersOfContact(tx, id)) {
    await requireResetSinceHold(tx, { customerId, personId: id });
  }
}

/**
 * Refuses what a person does while a customer is on a security hold, unless that person has reset
 * their own password since the hold began.
 *
 * @throws Refusal `withdrawals_on_hold`
 */
export async function requireResetSinceHold(
  tx: Tx,
  { customerId, personId }: { readonly customerId: string; readonly personId: string },
): Promise<void> {
  const hold = await findSecurityHold(tx, customerId);
  if (hold === undefined) {
    return;
  }
  const resetAt = await findPasswordReset(tx, personId);
  if (resetAt === null || resetAt <= hold.beganAt) {
    throw new Refusal("withdrawals_on_hold");
  }
}

async function wasResetSince(tx: Tx, customerId: string, { beganAt }: SecurityHold) {
  const resetAt = await lastPasswordReset(tx, customerId);
  return resetAt !== null && resetAt > beganAt;
}

/**
 * Puts a customer on hold and ends all their sessions, inside a transaction. For a company, these
 * are the sessions that act for it and all those of its owner and admins, since any of them may be
 * an intruder's. Withdrawals and card numbers are blocked until the hold is lifted. If a hold is
 * already open, it remains unchanged. Call the returned function after the commit.
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
  const people = await findContactIds(tx, customerId);
  return endSessionsOf(context, tx, { people, customerId });
}

/** The state of a customer's hold. */
export interface HoldStanding extends SecurityHold {
  /** Whether the password has been reset since the hold began, which is required to lift it. */
  readonly canLift: boolean;
}

/** Reads a customer's hold, or returns undefined if there is none. */
export async function securityHoldOf(
  tx: Tx,
  customerId: string,
): Promise<HoldStanding | undefined> {
  const hold = await findSecurityHold(tx, customerId);
  return hold && { ...hold, canLift: await wasResetSince(tx, customerId, hold) };
}

/** Which hold to lift, who lifts it, and why. */
interface HoldLift extends Suspender {
  readonly customerId: string | undefined;
  /** UUID of the hold that the operator read; undefined if the requested id is not a UUID. */
  readonly holdId: string | undefined;
  readonly reason: string;
}

/**
 * Lifts a customer's hold and emails the customer. The attacker may know the password or may even
 * have changed it, so it must have been reset with an emailed code since the hold began. A retry by
 * the same operator returns the same result.
 *
 * @throws Refusal `not_found` if there was never such a hold; `security_hold_lifted`, with the
 * operator who lifted it; `security_hold_needs_reset`
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

/**
 * Accepts a retry by the operator who lifted the hold, since the first response may have been lost.
 */
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
