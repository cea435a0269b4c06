import { hash, randomBytes } from "node:crypto";
import type { AppContext, Tx } from "../../../platform/context.ts";
import { insertAlarm } from "../send/alarms.repository.ts";
import { ALARM_LIFETIME_MS } from "../withdrawal-terms.policy.ts";

/** Returns the stored hash of a link's secret. */
export function alarmHash(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

/**
 * Creates a link that stops everything, once, within three days: to be mailed and stored nowhere.
 *
 * @param about what the mail is about (a uuid), and whose it is
 */
export async function newStopLink(
  context: AppContext,
  tx: Tx,
  about: { readonly id: string; readonly customerId: string },
): Promise<{ readonly url: string; readonly lifetimeSeconds: number }> {
  const token = randomBytes(32).toString("base64url");
  const expiresAt = new Date(context.clock.now().getTime() + ALARM_LIFETIME_MS);
  const { id: aboutId, customerId } = about;
  await insertAlarm(tx, { tokenHash: alarmHash(token), customerId, aboutId, expiresAt });
  // In the fragment: no server and no proxy on the way ever sees it.
  const url = `${context.config.publicUrl}/not-me#${token}`;
  return { url, lifetimeSeconds: ALARM_LIFETIME_MS / 1_000 };
}
