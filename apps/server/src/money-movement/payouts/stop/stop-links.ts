import { randomBytes } from "node:crypto";
import { hashToken, newToken } from "../../../identity/sessions/index.ts";
import { cellRoutes } from "../../../platform/cells/cell-routes.ts";
import type { AppContext, Tx } from "../../../platform/context.ts";
import { insertAlarm } from "../send/alarms.repository.ts";
import { ALARM_LIFETIME_MS } from "../withdrawal-terms.policy.ts";

/**
 * Returns the secret of a link and its hash. It names the cell only in a program with several
 * cells: servers of earlier releases, which may receive it during a rollout, refuse a cell.
 */
function newSecret(context: AppContext): ReturnType<typeof newToken> {
  if (!context.use(cellRoutes).isOnly) {
    return newToken("vl", context.directory.cell);
  }
  const token = randomBytes(32).toString("base64url");
  return { token, hash: hashToken(token) };
}

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
  const { token, hash: tokenHash } = newSecret(context);
  const expiresAt = new Date(context.clock.now().getTime() + ALARM_LIFETIME_MS);
  const { id: aboutId, customerId } = about;
  await insertAlarm(tx, { tokenHash, customerId, aboutId, expiresAt });
  // The token is in the fragment, which is never sent to a server or a proxy.
  const url = `${context.config.publicUrl}/not-me#${token}`;
  return { url, lifetimeSeconds: ALARM_LIFETIME_MS / 1_000 };
}
