import { hash, randomBytes } from "node:crypto";
import type { AppContext, Tx } from "../../platform/context.ts";
import type { ClosingRow } from "./account-closing.tables.ts";
import { insertLink } from "./account-closings.repository.ts";

/** Returns the hash of a link's secret. Only the hash is stored. */
export function linkHash(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

/**
 * Creates a link that cancels a closure until the account is closed. Only the email contains the
 * secret; the database stores its hash.
 */
export async function newCancelLink(
  context: AppContext,
  tx: Tx,
  { id }: ClosingRow,
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await insertLink(tx, linkHash(token), id);
  // The secret is in the fragment, which browsers never send to a server or proxy.
  return `${context.config.publicUrl}/keep-account#${token}`;
}
