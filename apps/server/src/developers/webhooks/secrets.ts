import { createHmac, randomBytes } from "node:crypto";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import type { Keys } from "../../platform/crypto/keys.ts";
import type { SealedStore } from "../../platform/crypto/sealed-store.ts";
import { newId } from "../../platform/ids.ts";
import {
  countOlderSecrets,
  insertSecret,
  lockOlderSecrets,
  replaceSecret,
  type SealedSecret,
} from "./secrets.repository.ts";

const SECRET_BYTES = 32;

/** Binds a sealed secret to its row. */
function placeOf(id: string): string {
  return `webhook_secret:${id}`;
}

/** Opens a stored secret. */
export function openSecret(keys: Keys, { id, sealed }: SealedSecret): Buffer {
  return keys.open("webhook-secret", sealed, placeOf(id));
}

/**
 * Gives an endpoint a new current secret.
 *
 * @returns the secret as Standard Webhooks writes it, `whsec_` and base64
 */
export async function giveSecret(
  { keys }: Pick<AppContext, "keys">,
  tx: Tx,
  { endpointId, at }: { readonly endpointId: string; readonly at: Date },
): Promise<string> {
  const id = newId(at);
  const secret = randomBytes(SECRET_BYTES);
  const sealed = keys.seal("webhook-secret", secret, placeOf(id));
  await insertSecret(tx, { id, endpoint_id: endpointId, sealed, created_at: at });
  return `whsec_${secret.toString("base64")}`;
}

/** What a signature covers: the message's id, the time of the attempt, and the body. */
export interface SignedMessage {
  readonly id: string;
  readonly atSeconds: number;
  readonly body: string;
}

/**
 * Returns the headers of Standard Webhooks, with one signature per secret: HMAC-SHA-256 over
 * `id.timestamp.body`.
 */
export function signatureHeaders(
  secrets: readonly Buffer[],
  { id, atSeconds, body }: SignedMessage,
): Readonly<Record<string, string>> {
  const signatures = secrets.map((secret) => {
    const hmac = createHmac("sha256", secret).update(`${id}.${atSeconds}.${body}`);
    return `v1,${hmac.digest("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": String(atSeconds),
    "webhook-signature": signatures.join(" "),
  };
}

/** Reseals the secrets of webhook endpoints. */
export const sealedWebhookSecrets: SealedStore = {
  name: "webhook secrets",
  purposes: ["webhook-secret"],
  countOlder: ({ kysely }, { keyId }) => countOlderSecrets(kysely, keyId),
  resealSome: (db, keys, limit) =>
    inTransaction(db, async (tx) => {
      const older = await lockOlderSecrets(tx, keys.keyId, limit);
      for (const one of older) {
        const secret = openSecret(keys, one);
        const sealed = keys.seal("webhook-secret", secret, placeOf(one.id));
        await replaceSecret(tx, { id: one.id, sealed });
        secret.fill(0);
      }
      return older.length;
    }),
};
