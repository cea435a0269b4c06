import { enqueueMail } from "../../adapters/mail/index.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { verifyPassword } from "../../platform/crypto/password-hasher.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { type Person, passwordChangedMail, readProfile, setPassword } from "../people/index.ts";
import { deleteSignInChallenges } from "../second-factor/index.ts";
import { requireNoStolenPassword } from "../security-hold/index.ts";
import { endSessionsBut, renewToken, spendProofs, tellSessionsEnded } from "../sessions/index.ts";
import { forgiveFailures } from "../sign-in/index.ts";
import { choosePassword } from "./choose-password.ts";

const NOTICE_LIFETIME_SECONDS = 7 * 86_400;

interface ChangeInput {
  readonly session: Session;
  /**
   * New password. The call's step-up token already proves that the caller knows the current one.
   */
  readonly password: string;
  readonly requestId: string;
}

/**
 * Sets a new password and ends every other session before returning. The current session continues
 * with a new token, so that a stolen copy of the old token stops working too. A step-up token works
 * only once, so only one of two concurrent changes succeeds.
 *
 * @returns the session's new token
 * @throws Refusal `withdrawals_on_hold` if the current password may have been stolen;
 * `invalid_input` for a password that is not allowed; `proof_stale` if the step-up token has been
 * used in the meantime; `unauthenticated` if the session has ended in the meantime
 */
export async function changePassword(context: AppContext, input: ChangeInput): Promise<string> {
  const person = await readProfile(context, input.session);
  const passwordHash = await newHash(context, person, input.password);
  const { token, forget } = await inTransaction(context.db, async (tx) => {
    // Changes the password first, so that a concurrent sign-in with the old password waits and then
    // fails.
    const now = context.clock.now();
    await setPassword(tx, person.id, { passwordHash, now, isReset: false });
    await requireNoStolenPassword(tx, person);
    await deleteSignInChallenges(tx, person.id);
    const hadProof = await spendProofs(tx, input.session.sessionId);
    const others = await endSessionsBut(context, tx, input.session);
    const renewed = await renewToken(context, tx, input.session.sessionId);
    if (renewed === undefined) {
      throw new Refusal("unauthenticated", { internal: "the session ended meanwhile" });
    }
    if (!hadProof) {
      throw new Refusal("proof_stale", { internal: "the step-up token was used meanwhile" });
    }
    const content = passwordChangedMail("changed", `${context.config.publicUrl}/reset-password`);
    const mail = { to: person.email, locale: person.locale, content: content[person.locale] };
    await enqueueMail(context, tx, mail, NOTICE_LIFETIME_SECONDS);
    await context.ledger.appendAudit({ kysely: tx }, [
      {
        action: "password_changed",
        actor: person.id,
        customerId: person.customerId,
        object: null,
        outcome: "ok",
        requestId: input.requestId,
        data: { sessionsEnded: others.ended },
      },
    ]);
    return { token: renewed, forget: others.forget };
  });
  forget();
  await tellSessionsEnded(context, input.session);
  await forgiveFailures(context, person.email);
  await forgiveFailures(context, person.username);
  return token;
}

async function newHash(context: AppContext, person: Person, password: string): Promise<string> {
  const hash = await choosePassword(context, password, person);
  if (await verifyPassword(context.keys, person.passwordHash, password)) {
    throw new Refusal("invalid_input", {
      fields: [{ path: "password", code: "password_unchanged" }],
    });
  }
  return hash;
}
