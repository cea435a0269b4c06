import { newToken } from "../../../identity/sessions/index.ts";
import type { AppContext, Tx } from "../../../platform/context.ts";
import { insertAlarm } from "../send/alarms.repository.ts";
import { ALARM_LIFETIME_MS } from "../withdrawal-terms.policy.ts";

/**
 * Creates a link that stops everything and can be used once within three days. The link is emailed,
 * and only its hash is stored.
 *
 * @param about the email's subject (a uuid) and its customer
 */
export async function newStopLink(
  context: AppContext,
  tx: Tx,
  about: { readonly id: string; readonly customerId: string },
): Promise<{ readonly url: string; readonly lifetimeSeconds: number }> {
  const { token, hash: tokenHash } = newToken("vl", context.directory.cell);
  const expiresAt = new Date(context.clock.now().getTime() + ALARM_LIFETIME_MS);
  const { id: aboutId, customerId } = about;
  await insertAlarm(tx, { tokenHash, customerId, aboutId, expiresAt });
  // The token is in the fragment, which is never sent to a server or a proxy.
  const url = `${context.config.publicUrl}/not-me#${token}`;
  return { url, lifetimeSeconds: ALARM_LIFETIME_MS / 1_000 };
}
