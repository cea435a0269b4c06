import { hash, randomBytes } from "node:crypto";
import type { AppContext, Tx } from "../../platform/context.ts";
import type { ClosingRow } from "./account-closing.tables.ts";
import { insertLink } from "./account-closings.repository.ts";

/** Returns the hash that is stored instead of a link's secret. */
export function linkHash(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

/**
 * Creates a link that cancels a closing until the account is closed. It is mailed and only its hash
 * is stored.
 */
export async function newCancelLink(
  context: AppContext,
  tx: Tx,
  { id }: ClosingRow,
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await insertLink(tx, linkHash(token), id);
  // The secret is in the fragment, which no server or proxy ever receives.
  return `${context.config.publicUrl}/keep-account#${token}`;
}
