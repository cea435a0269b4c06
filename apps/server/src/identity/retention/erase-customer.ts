import { randomBytes } from "node:crypto";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import type { Keys } from "../../platform/crypto/keys.ts";
import { hashPassword } from "../../platform/crypto/password-hasher.ts";
import { closedBefore } from "../../platform/retention.policy.ts";
import type { PracticeBooks } from "../../simulator/scenarios/index.ts";
import { eraseDue, eraseNow, takeDueCustomers } from "./erasure.repository.ts";
import { erasePractice } from "./practice-erasure.repository.ts";

const ROUND = 20;

/**
 * The parts of the context that an erasure needs. Commands run from the command line can provide
 * them too.
 */
type Erasing = Pick<AppContext, "db" | "ledger" | "clock" | "personKeys">;

/** Access to the simulator's database for an erasure; undefined if there is no simulator. */
export type PracticeOf = Pick<PracticeBooks, "use"> | undefined;

interface EraseNow extends Erasing {
  readonly keys: Keys;
  readonly practice: PracticeOf;
}

/** Who is erasing the customer, for the audit log. */
interface ErasedBy {
  readonly actor: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Returns a hash that matches no password. */
function hashOfNothing(keys: Keys): Promise<string> {
  return hashPassword(keys, randomBytes(32).toString("base64"));
}

function actOf(customerId: string, { actor, data }: ErasedBy) {
  return {
    action: "customer.erased",
    actor,
    customerId,
    object: customerId,
    outcome: "ok",
    requestId: null,
    data: { ...data, layer: "operator" },
  } as const;
}

/**
 * Erases the customer from the simulator's separate database. This runs first, so that it is
 * repeated if the process crashes before the erasure is complete.
 */
async function eraseIn(
  practice: PracticeOf,
  terms: { readonly customerId: string; readonly now: Date; readonly passwordHash: string },
): Promise<void> {
  await practice?.use((db) => erasePractice(db.kysely, terms));
}

/**
 * Erases a customer permanently, in the same transaction as the audit event. Deletes or overwrites
 * every personal field, and destroys the encryption key of the fields that cannot be overwritten.
 * Requires the schema owner's role.
 *
 * @returns false if the customer was already erased, or is due and still has money
 */
export async function eraseCustomer(
  { db, ledger, clock, personKeys, keys, practice }: EraseNow,
  customerId: string,
  by: ErasedBy & { readonly reason: "sandbox" | "replay" | "period_over" },
): Promise<boolean> {
  const passwordHash = await hashOfNothing(keys);
  await eraseIn(practice, { customerId, now: clock.now(), passwordHash });
  const isErased = await inTransaction(db, async (tx) => {
    const terms = { customerId, now: clock.now(), passwordHash };
    const erased = await eraseNow(tx, terms, by.reason);
    if (erased) {
      await ledger.appendAudit({ kysely: tx }, [actOf(customerId, by)]);
    }
    return erased;
  });
  personKeys.forget(customerId);
  return isErased;
}

/**
 * Erases the customers whose accounts were closed long enough ago, one at a time. A customer who
 * still has money, or owes some, is not erased, and waits on the operators' dashboard: the erasure
 * checks the ledger in its own transaction.
 *
 * @returns the number of erased customers
 */
export async function eraseDueCustomers(
  context: AppContext,
  practice: PracticeOf,
  stopping?: AbortSignal,
): Promise<number> {
  const { db, ledger, clock, personKeys, keys, log } = context;
  const before = closedBefore(clock.now());
  let erased = 0;
  for (const customerId of await takeDueCustomers(db.kysely, before, ROUND)) {
    if (stopping?.aborted === true) {
      break;
    }
    try {
      const terms = { customerId, now: clock.now(), passwordHash: await hashOfNothing(keys) };
      await eraseIn(practice, terms);
      await inTransaction(db, async (tx) => {
        if (await eraseDue(tx, terms, before)) {
          const by = { actor: "retention", data: {} };
          await ledger.appendAudit({ kysely: tx }, [actOf(customerId, by)]);
          erased += 1;
        }
      });
      personKeys.forget(customerId);
    } catch (error) {
      // One customer that cannot be erased must not delay the others.
      log.error({ err: error, customer: customerId }, "customer erasure failed");
    }
  }
  return erased;
}
