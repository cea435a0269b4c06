import type { Session } from "../../platform/authentication.ts";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/refusal.ts";
import { verifyPassword } from "./password-hasher.ts";
import { findPerson } from "./people.repository.ts";
import { insertProof } from "./sessions.repository.ts";
import { newToken } from "./token.ts";

const PROOF_LIFETIME_SECONDS = 300;

/**
 * A proof, good for five minutes in this session, that its owner just gave the password again.
 *
 * @throws Refusal `proof_invalid`; `unauthenticated` where the session ended meanwhile
 */
export async function provePassword(
  { db, keys, clock }: AppContext,
  session: Session,
  password: string,
): Promise<{ proof: string; expiresAt: Date }> {
  const person = await findPerson(db.kysely, session.userId);
  if (!(await verifyPassword(keys, person?.passwordHash, password))) {
    throw new Refusal("proof_invalid");
  }
  const { token, hash } = newToken("vp1_");
  const expiresAt = new Date(clock.now().getTime() + PROOF_LIFETIME_SECONDS * 1_000);
  const { sessionId } = session;
  if (!(await insertProof(db.kysely, { tokenHash: hash, sessionId, expiresAt }))) {
    throw new Refusal("unauthenticated", { internal: "the session ended meanwhile" });
  }
  return { proof: token, expiresAt };
}
