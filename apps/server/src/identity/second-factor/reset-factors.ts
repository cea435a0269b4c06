import type { AppContext, Tx } from "../../platform/context.ts";
import { findPerson, noteSecurityChange, type Person } from "../people/index.ts";
import { announceEnded, deleteSessionsOf, forgetSessions } from "../sessions/index.ts";
import { deleteFailures, deleteTotp, replaceRecoveryCodes } from "./factors.repository.ts";
import { countFactors, deletePasskeysOf, type FactorCounts } from "./lost-factors.repository.ts";
import { tellOfReset } from "./reset-factors-mails.ts";

/** Who resets a person's factors, and why, for the audit log. */
interface FactorsResetter {
  readonly actor: string;
  readonly requestId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

const NONE: FactorCounts = { totp: false, passkeys: 0, recoveryCodes: 0 };

/**
 * Removes every second factor and recovery code of a person who lost access to them, inside a
 * transaction. Also ends all their sessions, puts withdrawals on hold as after any factor change,
 * and writes an audit event. The person then signs in with just the password and enrolls a new
 * factor.
 *
 * @returns the person; undefined if there was no factor and nothing changed
 */
export async function removeLostFactors(
  { clock, ledger }: Pick<AppContext, "clock" | "ledger">,
  tx: Tx,
  personId: string,
  by: FactorsResetter,
): Promise<Person | undefined> {
  const before = await countFactors(tx, personId);
  if (!before.totp && before.passkeys === 0) {
    return undefined;
  }
  // This runs first, so that a concurrent sign-in either is ended below or sees the change.
  await noteSecurityChange(tx, personId, clock.now());
  const person = await findPerson(tx, personId);
  await deleteTotp(tx, personId);
  await deletePasskeysOf(tx, personId);
  await replaceRecoveryCodes(tx, personId, []);
  await deleteFailures(tx, personId);
  await deleteSessionsOf(tx, personId);
  await announceEnded(tx, personId);
  await ledger.appendAudit({ kysely: tx }, [
    {
      action: "factor.reset",
      actor: by.actor,
      customerId: person?.customerId ?? null,
      object: personId,
      outcome: "ok",
      requestId: by.requestId,
      data: { ...by.data, before, after: NONE },
    },
  ]);
  return person;
}

/**
 * Removes a person's lost factors like `removeLostFactors`, and emails the person. Call the
 * returned function after the commit.
 *
 * @returns undefined if there was no factor and nothing changed
 */
export async function resetFactors(
  context: AppContext,
  tx: Tx,
  personId: string,
  by: FactorsResetter,
): Promise<(() => void) | undefined> {
  const person = await removeLostFactors(context, tx, personId, by);
  if (person === undefined) {
    return undefined;
  }
  await tellOfReset(context, tx, person);
  return () => forgetSessions(context, personId);
}
