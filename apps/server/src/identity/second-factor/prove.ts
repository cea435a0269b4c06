import { type AppContext, inTransaction } from "../../platform/context.ts";
import { verifyPassword } from "../../platform/crypto/password-hasher.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { findPerson } from "../people/index.ts";
import { issueProof, type ProofSubject } from "../sessions/index.ts";
import { takeChallenge } from "./ask-passkey.ts";
import { hasFactor } from "./factors.repository.ts";
import { countFactorTry, type GivenFactor, spendFactor } from "./second-factor.ts";

interface Proving {
  readonly session: Session;
  /** Either a password or a second factor, never both. */
  readonly given: GivenFactor & { readonly password?: string | undefined };
  /** The subject that the step-up token is bound to. */
  readonly subject: ProofSubject | undefined;
  readonly requestId: string;
}

interface Proof {
  readonly proof: string;
  readonly expiresAt: Date;
}

/**
 * Issues a step-up token that is valid for five minutes in this session. Accepts the password only
 * from a person without a second factor.
 *
 * @throws Refusal `proof_invalid`; `second_factor_required` if a password is not enough;
 * `rate_limited` after wrong codes; `unauthenticated` if the session has ended in the meantime
 */
export async function prove(context: AppContext, proving: Proving): Promise<Proof> {
  const { given, session, requestId } = proving;
  const { password } = given;
  const proof =
    password === undefined
      ? await proveByFactor(context, proving)
      : await proveByPassword(context, proving, password);
  if (proof === undefined) {
    await recordFailure(context, session, requestId);
    throw new Refusal("proof_invalid");
  }
  return proof;
}

async function proveByPassword(
  context: AppContext,
  { session, subject }: Proving,
  password: string,
): Promise<Proof | undefined> {
  const { db, keys } = context;
  if (await hasFactor(db.kysely, session.userId)) {
    throw new Refusal("second_factor_required");
  }
  const person = await findPerson(db.kysely, session.userId);
  return (await verifyPassword(keys, person?.passwordHash, password))
    ? issueProof(context, db.kysely, { session, factor: "password", subject })
    : undefined;
}

async function proveByFactor(
  context: AppContext,
  { session, given, subject }: Proving,
): Promise<Proof | undefined> {
  const { userId: personId } = session;
  await countFactorTry(context, personId, given);
  const challenge = await takeChallenge(context, session, {
    credential: given.passkey,
    purpose: "proof",
  });
  return inTransaction(context.db, async (tx) => {
    const factor = await spendFactor(context, tx, { personId, given, challenge });
    return factor && issueProof(context, tx, { session, factor, subject });
  });
}

/**
 * Records the failure, so that the owner can see that someone with access to an open session failed
 * to confirm their identity.
 */
function recordFailure(
  { db, ledger }: AppContext,
  { userId, customerId, role }: Session,
  requestId: string,
): Promise<void> {
  return inTransaction(db, (tx) =>
    ledger.appendAudit({ kysely: tx }, [
      {
        action: "proof_failed",
        actor: userId,
        customerId: role === "customer" ? customerId : null,
        object: null,
        outcome: "refused",
        requestId,
        data: {},
      },
    ]),
  );
}
