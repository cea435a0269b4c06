import type { AppContext, Tx } from "../../platform/context.ts";
import { newToken } from "../sessions/index.ts";
import type { ClosingRow } from "./account-closing.tables.ts";
import { insertLink } from "./account-closings.repository.ts";

/**
 * Creates a link that cancels a closure until the account is closed. Only the email contains the
 * secret; the database stores its hash.
 */
export async function newCancelLink(
  context: AppContext,
  tx: Tx,
  { id }: ClosingRow,
): Promise<string> {
  const { token, hash } = newToken("vl", context.directory.cell);
  await insertLink(tx, hash, id);
  // The secret is in the fragment, which browsers never send to a server or proxy.
  return `${context.config.publicUrl}/keep-account#${token}`;
}
