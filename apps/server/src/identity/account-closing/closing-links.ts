import { hash, randomBytes } from "node:crypto";
import type { AppContext, Tx } from "../../platform/context.ts";
import type { ClosingRow } from "./account-closing.tables.ts";
import { insertLink } from "./account-closings.repository.ts";

/** What is stored of a link's secret. */
export function linkHash(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

/** Makes a link that cancels a closing until the account is closed: to be mailed, kept nowhere. */
export async function newCancelLink(
  context: AppContext,
  tx: Tx,
  { id }: ClosingRow,
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await insertLink(tx, linkHash(token), id);
  // Behind the hash: no server and no proxy on the way ever sees it.
  return `${context.config.publicUrl}/keep-account#${token}`;
}
