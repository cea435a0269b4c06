import type { AppContext, Tx } from "../../platform/context.ts";
import { SESSIONS_TOPIC } from "../../platform/events/event-stream.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { setEmail } from "../people/index.ts";
import { deleteRegistrationsOf } from "../registration/index.ts";
import { deleteSignInChallenges } from "../second-factor/index.ts";
import { endSessionsBut } from "../sessions/index.ts";

/**
 * Replaces a customer's email inside a transaction: the username stays, other sessions end,
 * withdrawals are on hold as after any security change, and registrations pending under the address
 * are void. Call the returned function after the commit.
 *
 * @param change `keptSessionId` is the session that stays; none stays without it
 * @throws Refusal `email_change_taken` if the address is taken: the transaction must be rolled back
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
  if (!(await setEmail(tx, personId, { email, now: context.clock.now() }))) {
    throw new Refusal("email_change_taken");
  }
  await deleteSignInChallenges(tx, personId);
  await deleteRegistrationsOf(tx, email);
  const kept = { userId: personId, sessionId: keptSessionId };
  const { forget } = await endSessionsBut(context, tx, kept);
  return () => {
    forget();
    // Open screens of the ended sessions sign out at once.
    void context.events.publish(customerId, SESSIONS_TOPIC, {});
  };
}

/**
 * Restores a former email after a “not me”, whose hold has ended every session. This is no security
 * change: the hold is lifted only after one, such as a reset by this very email.
 *
 * @returns false if another customer has the address by now
 */
export function restoreEmail(tx: Tx, personId: string, email: string): Promise<boolean> {
  return setEmail(tx, personId, { email, now: undefined });
}
