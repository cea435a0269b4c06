import { type AppContext, inTransaction } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { requireNoSecurityHold } from "../security-hold/index.ts";
import { spendProofs } from "../sessions/index.ts";
import { tellOfKey } from "./api-key-mails.ts";
import { endTexts, findKey, lockKey } from "./api-keys.repository.ts";
import type { KeyWithText } from "./create-key.ts";
import { giveText } from "./give-text.ts";
import { recordKey } from "./record-key.ts";

const MINUTE_MS = 60_000;

interface RotateInput {
  readonly session: Session;
  readonly id: string | undefined;
  readonly overlapMinutes: number;
  readonly requestId: string;
}

/**
 * Gives a key a new text. The old one works for the stated minutes more; texts that were replaced
 * earlier end no later than that. Consumes the session's step-up token.
 *
 * @throws Refusal `not_found`, `api_key_over`, `withdrawals_on_hold`, `proof_invalid`
 */
export async function rotateKey(context: AppContext, input: RotateInput): Promise<KeyWithText> {
  const { session, id, overlapMinutes, requestId } = input;
  const { customerId } = session;
  return inTransaction(context.db, async (tx) => {
    await requireNoSecurityHold(tx, customerId);
    const row = id === undefined ? undefined : await lockKey(tx, customerId, id);
    if (row === undefined) {
      throw new Refusal("not_found");
    }
    if (!(await spendProofs(tx, session.sessionId))) {
      throw new Refusal("proof_invalid");
    }
    const now = context.clock.now();
    if (row.revoked_at !== null || row.expires_at <= now) {
      throw new Refusal("api_key_over");
    }
    await endTexts(tx, row.id, new Date(now.getTime() + overlapMinutes * MINUTE_MS));
    const text = await giveText(context, tx, { keyId: row.id, at: now });
    await recordKey(context, tx, { session, requestId, keyId: row.id, action: "api_key.rotate" });
    await tellOfKey(context, tx, { customerId, name: row.name, what: "rotated" });
    const key = await findKey(tx, customerId, row.id);
    if (key === undefined) {
      throw new Error("a rotated API key was not found");
    }
    return { key, text };
  });
}
