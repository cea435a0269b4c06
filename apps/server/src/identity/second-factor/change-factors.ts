import type { ActName } from "@tessera/contract/back-office/audit-titles";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { noteSecurityChange, type Person, readProfile } from "../people/index.ts";
import { requireNoStolenPassword } from "../security-hold/index.ts";
import { endSessionsBut, renewToken, spendProofs, tellSessionsEnded } from "../sessions/index.ts";
import { type FactorNotice, tellOfFactors } from "./factor-mails.ts";
import {
  countRecoveryCodes,
  deleteTotpEnrollment,
  hasFactor,
  replaceRecoveryCodes,
} from "./factors.repository.ts";
import { deletePasskeyChallenges } from "./passkeys.repository.ts";
import { renewCodes } from "./recovery-codes.ts";

/** The person changing their factors, for the audit log. */
export interface Changing {
  readonly session: Session;
  readonly requestId: string;
}

/** The result of a change, for the audit log and the owner. */
export interface FactorsChange {
  readonly action: ActName;
  readonly data: Readonly<Record<string, string>>;
  readonly notice: FactorNotice;
  /** New recovery codes, which are shown only once. */
  readonly recoveryCodes: readonly string[] | null;
}

/** What a person needs in order to continue after a change. */
export interface Changed {
  readonly token: string;
  readonly recoveryCodes: readonly string[] | null;
}

/**
 * Changes a person's factors and applies everything that follows from the change, in one
 * transaction: consumes the step-up token, ends every other session, continues this session with
 * the returned token, emails the owner, and writes an audit event. The person's row is changed
 * first. A concurrent sign-in either commits first, in which case its session is ended here, or
 * waits and then sees the new factors.
 *
 * @param isProven whether an earlier step, such as the start of an enrollment, already required the
 * step-up token
 * @throws Refusal `proof_stale` if the step-up token has been used in the meantime;
 * `unauthenticated` if the session has ended in the meantime; `withdrawals_on_hold` if the password
 * may have been stolen; those from `change`
 */
export async function changeFactors(
  context: AppContext,
  { session, requestId }: Changing,
  change: (tx: Tx, person: Person) => Promise<FactorsChange>,
  { isProven = false } = {},
): Promise<Changed> {
  const person = await readProfile(context, session);
  const { sessionId } = session;
  const { changed, forget } = await inTransaction(context.db, async (tx) => {
    await noteSecurityChange(tx, person.id, context.clock.now());
    await requireNoStolenPassword(tx, person);
    const hadProof = await spendProofs(tx, sessionId);
    const { action, data, notice, recoveryCodes } = await change(tx, person);
    // Any other enrollment was started with a step-up token that has now been consumed.
    await deleteTotpEnrollment(tx, sessionId);
    await deletePasskeyChallenges(tx, sessionId);
    const others = await endSessionsBut(context, tx, session);
    const token = await renewToken(context, tx, sessionId);
    if (token === undefined) {
      throw new Refusal("unauthenticated", { internal: "the session ended meanwhile" });
    }
    if (!hadProof && !isProven) {
      throw new Refusal("proof_stale", { internal: "the step-up token was used meanwhile" });
    }
    await tellOfFactors(context, tx, person, notice);
    await context.ledger.appendAudit({ kysely: tx }, [
      {
        action,
        actor: person.id,
        customerId: person.customerId,
        object: null,
        outcome: "ok",
        requestId,
        data: { ...data, sessionsEnded: others.ended },
      },
    ]);
    return { changed: { token, recoveryCodes }, forget: others.forget };
  });
  forget();
  await tellSessionsEnded(context, session);
  return changed;
}

/**
 * Creates recovery codes if the person has none. Otherwise returns null and keeps the existing
 * codes valid.
 */
export async function codesWhereNone(
  context: AppContext,
  tx: Tx,
  personId: string,
): Promise<string[] | null> {
  return (await countRecoveryCodes(tx, personId)) > 0 ? null : renewCodes(context, tx, personId);
}

/**
 * After a removal, checks that an operator still has another factor. If a customer has no factor
 * left, deletes their recovery codes.
 *
 * @throws Refusal `last_factor`
 */
export async function settleRemoval(tx: Tx, { id, role }: Person): Promise<void> {
  if (await hasFactor(tx, id)) {
    return;
  }
  if (role !== "customer") {
    throw new Refusal("last_factor");
  }
  await replaceRecoveryCodes(tx, id, []);
}
