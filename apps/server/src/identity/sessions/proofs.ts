import { hash, timingSafeEqual } from "node:crypto";
import type { ProofSubject } from "@tessera/contract/identity/accounts.schemas";
import type { ProofFactor } from "../../db/tables/identity.tables.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { wireId } from "../../platform/ids.ts";
import { lastSecurityChange } from "../people/index.ts";
import { findProof, insertProof, takeProof } from "./proofs.repository.ts";
import { hashToken, newToken } from "./token.ts";

export type { ProofSubject };

const PROOF_LIFETIME_SECONDS = 300;
const MAX_PROOF_LENGTH = 256;

/** Returns the hash of a subject. The hash does not depend on the order of the fields. */
function subjectHashOf(subject: ProofSubject): Buffer {
  const fields = Object.entries(subject).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return hash("sha256", JSON.stringify(fields), "buffer");
}

/**
 * Issues a step-up token for a session. The token is valid for five minutes and, if a subject is
 * passed in, only for that subject.
 *
 * @throws Refusal `unauthenticated` if the session has ended in the meantime
 */
export async function issueProof(
  { clock, directory }: AppContext,
  tx: Tx,
  given: {
    readonly session: Session;
    readonly factor: ProofFactor;
    readonly subject: ProofSubject | undefined;
  },
): Promise<{ proof: string; expiresAt: Date }> {
  const { session, factor, subject } = given;
  const { token, hash: tokenHash } = newToken("vp", directory.cell);
  const expiresAt = new Date(clock.now().getTime() + PROOF_LIFETIME_SECONDS * 1_000);
  const subjectHash = subject === undefined ? null : subjectHashOf(subject);
  const { sessionId } = session;
  if (!(await insertProof(tx, { tokenHash, sessionId, expiresAt, factor, subjectHash }))) {
    throw new Refusal("unauthenticated", { internal: "the session ended meanwhile" });
  }
  return { proof: token, expiresAt };
}

/** Returns whether a step-up token is unbound, belongs to this session, and is still fresh. */
export async function judgeProof(
  { db, clock }: AppContext,
  session: Session,
  proof: string,
): Promise<"ok" | "invalid" | "stale"> {
  const stored = await findProof(db.kysely, hashToken(proof));
  if (stored === undefined || stored.subjectHash !== null) {
    return "invalid";
  }
  const isOwn = timingSafeEqual(Buffer.from(stored.sessionId), Buffer.from(session.sessionId));
  if (!isOwn) {
    return "invalid";
  }
  return stored.expiresAt > clock.now() ? "ok" : "stale";
}

function textOf(proof: string | readonly string[] | undefined): string {
  if (typeof proof !== "string" || proof === "") {
    throw new Refusal("proof_required");
  }
  return proof.slice(0, MAX_PROOF_LENGTH);
}

/**
 * Refuses a call whose step-up token is missing, unknown or stale, before reading anything that the
 * call refers to. The subject is checked later by {@link spendProof}.
 *
 * @throws Refusal `proof_required`, `proof_invalid`, `proof_stale`
 */
export async function requireOwnProof(
  { clock }: AppContext,
  tx: Tx,
  { session, proof }: GivenProof,
): Promise<void> {
  const stored = await findProof(tx, hashToken(textOf(proof)));
  if (stored?.sessionId !== session.sessionId) {
    throw new Refusal("proof_invalid");
  }
  if (stored.expiresAt <= clock.now()) {
    throw new Refusal("proof_stale");
  }
}

/** A session and the step-up token sent with the call. */
export interface GivenProof {
  readonly session: Session;
  /** The `X-Proof` header as received. */
  readonly proof: string | readonly string[] | undefined;
}

interface ProofSpending extends GivenProof {
  readonly subject: ProofSubject;
  /** Whether an unbound token is accepted as well. */
  readonly unbound?: "accepted";
}

/**
 * Consumes a step-up token in the transaction that it authorizes. The token must be bound to
 * exactly the subject that its owner was shown, field by field.
 *
 * @returns the factor that the token was issued for
 * @throws Refusal `proof_required`; `proof_invalid` if the token belongs to another session or
 * subject, or was already used; `proof_stale`
 */
export async function spendProof(
  { clock }: AppContext,
  tx: Tx,
  { session, proof, subject, unbound }: ProofSpending,
): Promise<{ readonly factor: ProofFactor }> {
  const tokenHash = hashToken(textOf(proof));
  const stored = await takeProof(tx, { tokenHash, sessionId: session.sessionId });
  if (stored === undefined) {
    throw new Refusal("proof_invalid");
  }
  const { subjectHash } = stored;
  const isOfSubject =
    subjectHash === null ? unbound === "accepted" : subjectHash.equals(subjectHashOf(subject));
  if (!isOfSubject) {
    throw new Refusal("proof_invalid", {
      internal: "the step-up token is bound to another subject",
    });
  }
  if (stored.expiresAt <= clock.now()) {
    throw new Refusal("proof_stale");
  }
  return { factor: stored.factor };
}

/**
 * Consumes a step-up token to reveal a card number once.
 *
 * @throws Refusal for the same reasons as {@link spendProof}
 */
export async function spendRevealProof(
  context: AppContext,
  tx: Tx,
  { given, cardId }: { readonly given: GivenProof; readonly cardId: string },
): Promise<void> {
  const subject = { operation: "card_reveal", cardId: wireId("card", cardId) } as const;
  await spendProof(context, tx, { ...given, subject, unbound: "accepted" });
}

/**
 * Consumes a step-up token that was issued to lift this card's verification hold.
 *
 * @throws Refusal for the same reasons as {@link spendProof}
 */
export async function spendVerifyProof(
  context: AppContext,
  tx: Tx,
  { given, cardId }: { readonly given: GivenProof; readonly cardId: string },
): Promise<void> {
  const subject = { operation: "card_verify", cardId: wireId("card", cardId) } as const;
  await spendProof(context, tx, { ...given, subject });
}

/** Returns when a customer's password or factors last changed, or null if they never did. */
export function securityChangedAt(tx: Tx, customerId: string): Promise<Date | null> {
  return lastSecurityChange(tx, customerId);
}
