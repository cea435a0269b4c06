import type { StopHandler } from "../../money-movement/payouts/index.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { hashKeyText, readKeyText } from "../../platform/crypto/api-key-text.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { tellOfKey } from "./api-key-mails.ts";
import {
  findKey,
  findKeyOfText,
  lockKey,
  type OwnKey,
  revoke,
  revokeAll,
} from "./api-keys.repository.ts";
import { recordKey } from "./record-key.ts";

interface RevokeInput {
  readonly session: Session;
  readonly id: string | undefined;
  readonly requestId: string;
}

/**
 * Revokes a customer's key. No call that arrives later is admitted. Has no effect on a revoked key.
 *
 * @throws Refusal `not_found`
 */
export async function revokeKey(context: AppContext, input: RevokeInput): Promise<OwnKey> {
  const { session, id, requestId } = input;
  const { customerId } = session;
  return inTransaction(context.db, async (tx) => {
    const row = id === undefined ? undefined : await lockKey(tx, customerId, id);
    if (row === undefined) {
      throw new Refusal("not_found");
    }
    const because = { at: context.clock.now(), because: "owner" } as const;
    if (await revoke(tx, row.id, because)) {
      await recordKey(context, tx, { session, requestId, keyId: row.id, action: "api_key.revoke" });
    }
    const key = await findKey(tx, customerId, row.id);
    if (key === undefined) {
      throw new Error("a revoked API key was not found");
    }
    return key;
  });
}

/**
 * Revokes the key whose text was sent in a URL, and notifies its owner by mail, in the audit log
 * and on open screens. Does nothing for a text that is no key of this cell.
 */
export async function revokeExposedKey(
  context: AppContext,
  text: string,
  requestId: string,
): Promise<void> {
  if (readKeyText(text)?.cell !== context.directory.cell) {
    return;
  }
  await inTransaction(context.db, async (tx) => {
    const key = await findKeyOfText(tx, hashKeyText(text));
    const because = { at: context.clock.now(), because: "exposed" } as const;
    if (key === undefined || !(await revoke(tx, key.id, because))) {
      return;
    }
    const { id, customer_id: customerId, name } = key;
    await context.ledger.appendAudit(tx, [
      {
        ...{ action: "api_key.exposed", actor: "system", customerId, object: id, outcome: "ok" },
        ...{ requestId, data: {} },
      },
    ]);
    await context.ledger.appendEvents(tx, [{ topic: "api-keys", body: { customerId } }]);
    await tellOfKey(context, tx, { customerId, name, what: "exposed" });
    context.log.warn(
      { requestId, customer: customerId, key: id },
      "an exposed API key was revoked",
    );
  });
}

/** Handles “not me”: revokes all keys, since an intruder may have created or read them. */
export const stopKeys: StopHandler = async (context, tx, { customerId, requestId }) => {
  const because = { at: context.clock.now(), because: "alarm" } as const;
  for (const id of await revokeAll(tx, customerId, because)) {
    await context.ledger.appendAudit(tx, [
      {
        ...{ action: "api_key.revoke", actor: "mailed link", customerId, object: id },
        ...{ outcome: "ok", requestId, data: {} },
      },
    ]);
  }
};
