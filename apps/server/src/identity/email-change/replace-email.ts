import type { AppContext, Tx } from "../../platform/context.ts";
import { SESSIONS_TOPIC } from "../../platform/events/event-stream.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { setEmail } from "../people/index.ts";
import { deleteRegistrationsOf } from "../registration/index.ts";
import { deleteSignInChallenges } from "../second-factor/index.ts";
import { endSessionsBut } from "../sessions/index.ts";

/**
 * Replaces a customer's email inside a transaction. The username stays the same. Other sessions
 * end, withdrawals are put on hold as after any security change, and pending registrations with the
 * new address become invalid. Call the returned function after the commit.
 *
 * @param change `keptSessionId` is the session to keep; without it, all sessions end
 * @throws Refusal `email_change_taken` if the address is taken, in which case the transaction must
 * be rolled back
 */
export async function replaceEmail(
  context: AppContext,
  tx: Tx,
  change: {
    readonly personId: string;
    readonly customerId: string;
    readonly email: string;
    readonly keptSessionId: string;
  },
): Promise<() => void> {
  const { personId, customerId, email, keptSessionId } = change;
  if (!(await setEmail(context.directory, tx, personId, { email, now: context.clock.now() }))) {
    throw new Refusal("email_change_taken");
  }
  await deleteSignInChallenges(tx, personId);
  await deleteRegistrationsOf(tx, email);
  const kept = { userId: personId, sessionId: keptSessionId };
  const { forget } = await endSessionsBut(context, tx, kept);
  return () => {
    forget();
    // Open screens in the ended sessions sign out right away.
    void context.events.publish(customerId, SESSIONS_TOPIC, {});
  };
}

/**
 * Restores a former email after a “not me”, which has already ended every session by setting a
 * security hold. This does not count as a security change: the hold can be lifted only after a
 * later security change, such as a password reset through the restored email.
 *
 * @returns false if another customer has taken the address
 */
export function restoreEmail(
  { directory }: AppContext,
  tx: Tx,
  personId: string,
  email: string,
): Promise<boolean> {
  return setEmail(directory, tx, personId, { email, now: undefined });
}
