import { randomInt } from "node:crypto";
import type { AppContext, Tx } from "../../platform/context.ts";
import { replaceRecoveryCodes, takeRecoveryCode } from "./factors.repository.ts";

const CODES = 10;
const GROUP = 5;
const GROUPS = 2;
/** Crockford's alphabet, which has no look-alike characters. A code has 50 bits. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

function newCode(): string {
  const group = () =>
    Array.from({ length: GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return Array.from({ length: GROUPS }, group).join("-");
}

/** Normalizes a typed code to the form in which it was printed. */
function asPrinted(typed: string): string {
  return typed
    .toLowerCase()
    .replace(/[\s\u002d\u2010-\u2015]/g, "")
    .replaceAll("o", "0")
    .replace(/[il]/g, "1");
}

function hashOf({ keys }: Pick<AppContext, "keys">, personId: string, code: string): Buffer {
  return keys.hmac("recovery-code", `${personId}\n${asPrinted(code)}`);
}

/**
 * Replaces all recovery codes with ten new ones. The codes are returned once; only their hashes are
 * stored.
 */
export async function renewCodes(
  context: Pick<AppContext, "keys">,
  tx: Tx,
  personId: string,
): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  await replaceRecoveryCodes(
    tx,
    personId,
    codes.map((code) => hashOf(context, personId, code)),
  );
  return codes;
}

/** Consumes a recovery code. Returns whether it was valid. */
export function spendRecoveryCode(
  context: Pick<AppContext, "keys" | "clock">,
  tx: Tx,
  given: { readonly personId: string; readonly code: string },
): Promise<boolean> {
  const { personId, code } = given;
  const codeHash = hashOf(context, personId, code);
  return takeRecoveryCode(tx, personId, { codeHash, now: context.clock.now() });
}
