import { randomInt, timingSafeEqual } from "node:crypto";
import { CODE_LIFETIME_SECONDS } from "@tessera/contract/constants";
import type { MailedCodePurpose } from "../../db/tables/identity.tables.ts";
import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId } from "../../platform/ids.ts";
import { countTry, replaceCode, useCode } from "./mailed-codes.repository.ts";

const MAX_TRIES = 5;

type Hashing = Pick<AppContext, "keys">;

function addressHash({ keys }: Hashing, purpose: MailedCodePurpose, email: string): Buffer {
  return keys.hmac("mailed-code-address", `${purpose}\n${email}`);
}

function codeHash({ keys }: Hashing, id: string, code: string): Buffer {
  return keys.hmac("mailed-code", `${id}\n${code}`);
}

/** Creates a six-digit code for an address. The code is valid for ten minutes. */
export async function issueCode(
  context: AppContext,
  tx: Tx,
  purpose: MailedCodePurpose,
  email: string,
): Promise<string> {
  const id = newId();
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  await replaceCode(tx, {
    purpose,
    addressHash: addressHash(context, purpose, email),
    id,
    codeHash: codeHash(context, id, code),
    expiresAt: new Date(context.clock.now().getTime() + CODE_LIFETIME_SECONDS * 1_000),
  });
  return code;
}

/**
 * Compares a code with the valid one, after counting the attempt.
 *
 * @returns a function that consumes the code; call it in the transaction that the code authorizes
 * @throws Refusal `code_invalid`, which the returned function also throws if the code has been used
 * in the meantime
 */
export async function checkCode(
  context: AppContext,
  purpose: MailedCodePurpose,
  email: string,
  code: string,
): Promise<(tx: Tx) => Promise<void>> {
  const { db, clock } = context;
  const hash = addressHash(context, purpose, email);
  const stored = await countTry(db.kysely, purpose, hash, clock.now(), MAX_TRIES);
  if (stored === undefined) {
    throw new Refusal("code_invalid");
  }
  if (!timingSafeEqual(stored.codeHash, codeHash(context, stored.id, code))) {
    throw new Refusal("code_invalid");
  }
  return async (tx) => {
    if (!(await useCode(tx, stored.id, clock.now()))) {
      throw new Refusal("code_invalid");
    }
  };
}
