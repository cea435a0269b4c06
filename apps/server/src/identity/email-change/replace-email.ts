import type { AppContext, Tx } from "../../platform/context.ts";
import { SESSIONS_TOPIC } from "../../platform/events/event-stream.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { setEmail } from "../people/index.ts";
import { deleteRegistrationsOf } from "../registration/index.ts";
import { deleteSignInChallenges } from "../second-factor/index.ts";
import { endSessionsBut } from "../sessions/index.ts";

/**
 * Puts another email in force for a customer, inside a transaction: the username stays, other
 * sessions end, withdrawals are shut as after any change of security, and registrations that
 * wait under the address are void. Call what it returns once the transaction has committed.
 *
 * @param change `keptSessionId` goes on; none does where no session has it
 * @throws Refusal `email_change_taken` where somebody has the address: the transaction must be
 *   undone
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
    // Open screens of the ended sessions learn of it at once.
    void context.events.publish(customerId, SESSIONS_TOPIC, {});
  };
}

/**
 * Puts a former email back in force after a “not me”, whose hold has ended every session. That is
 * no change of security: the hold is lifted only after one, such as a reset by that very email.
 *
 * @returns whether nobody else has it by now
 */
export function restoreEmail(tx: Tx, personId: string, email: string): Promise<boolean> {
  return setEmail(tx, personId, { email, now: undefined });
}
