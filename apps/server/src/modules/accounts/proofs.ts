import { hash, timingSafeEqual } from "node:crypto";
import type { ProofSubject } from "@tessera/contract/accounts/accounts.schemas";
import type { Session } from "../../platform/authentication.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { ProofFactor } from "./accounts.tables.ts";
import { lastSecurityChange } from "./people.repository.ts";
import { findProof, insertProof, takeProof } from "./proofs.repository.ts";
import { hashToken, newToken } from "./token.ts";

export type { ProofSubject };

const PROOF_LIFETIME_SECONDS = 300;
const MAX_PROOF_LENGTH = 256;

/** The same bytes for the same subject, in whatever order its fields came. */
function subjectHashOf(subject: ProofSubject): Buffer {
  const fields = Object.entries(subject).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return hash("sha256", JSON.stringify(fields), "buffer");
}

/**
 * Makes a proof for a session, good for five minutes, and where it has a subject, for that alone.
 *
 * @throws Refusal `unauthenticated` where the session ended meanwhile
 */
export async function issueProof(
  { clock }: AppContext,
  tx: Tx,
  given: {
    readonly session: Session;
    readonly factor: ProofFactor;
    readonly subject: ProofSubject | undefined;
  },
): Promise<{ proof: string; expiresAt: Date }> {
  const { session, factor, subject } = given;
  const { token, hash: tokenHash } = newToken("vp1_");
  const expiresAt = new Date(clock.now().getTime() + PROOF_LIFETIME_SECONDS * 1_000);
  const subjectHash = subject === undefined ? null : subjectHashOf(subject);
  const { sessionId } = session;
  if (!(await insertProof(tx, { tokenHash, sessionId, expiresAt, factor, subjectHash }))) {
    throw new Refusal("unauthenticated", { internal: "the session ended meanwhile" });
  }
  return { proof: token, expiresAt };
}

/** Whether a proof bound to nothing was given to this session, and lately. */
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

/**
 * Uses up a proof in the transaction of what it allows. It must be bound to this very subject: the
 * one its owner was shown, field by field.
 *
 * @param spending `proof` is the header `X-Proof` as it came
 * @returns by what it was given
 * @throws Refusal `proof_required`, `proof_invalid` (another's, for something else, or used
 *   already), `proof_stale`
 */
export async function spendProof(
  { clock }: AppContext,
  tx: Tx,
  spending: {
    readonly session: Session;
    readonly proof: string | readonly string[] | undefined;
    readonly subject: ProofSubject;
  },
): Promise<{ readonly factor: ProofFactor }> {
  const { session, proof, subject } = spending;
  if (typeof proof !== "string" || proof === "") {
    throw new Refusal("proof_required");
  }
  const tokenHash = hashToken(proof.slice(0, MAX_PROOF_LENGTH));
  const stored = await takeProof(tx, { tokenHash, sessionId: session.sessionId });
  const isOfSubject = stored?.subjectHash?.equals(subjectHashOf(subject)) === true;
  if (stored === undefined || !isOfSubject) {
    throw new Refusal("proof_invalid");
  }
  if (stored.expiresAt <= clock.now()) {
    throw new Refusal("proof_stale");
  }
  return { factor: stored.factor };
}

/** When a customer's password or factors last changed; null where they never did. */
export function securityChangedAt(tx: Tx, customerId: string): Promise<Date | null> {
  return lastSecurityChange(tx, customerId);
}
