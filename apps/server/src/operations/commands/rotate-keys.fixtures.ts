import { enqueueMail, openMail, type SealedMail } from "../../adapters/mail/enqueue-mail.ts";
import { openPan, sealPan } from "../../cards/vault/vault.ts";
import type { Tx } from "../../platform/context.ts";
import type { Keys } from "../../platform/crypto/keys.ts";

/** A row in the card vault. */
export interface SecretRow {
  readonly card_id: string;
  readonly customer_id: string;
  readonly key_id: string;
  readonly wrapped_key: Buffer;
  readonly pan_sealed: Buffer;
  readonly pan_index: Buffer;
}

type Owner = Parameters<typeof sealPan>[1];
type MailContext = Parameters<typeof enqueueMail>[0];
type Mail = NonNullable<Parameters<typeof enqueueMail>[2]>;

/** Builds a vault row for a card number. */
export function secretRow(keys: Keys, owner: Owner, pan: string): SecretRow {
  const { keyId, wrappedKey, panSealed, panIndex } = sealPan(keys, owner, pan);
  return {
    card_id: owner.cardId,
    customer_id: owner.customerId,
    key_id: keyId,
    wrapped_key: wrappedKey,
    pan_sealed: panSealed,
    pan_index: panIndex,
  };
}

/** Decrypts the card number in a vault row. */
export function numberIn(keys: Keys, row: SecretRow): string {
  const owner = { cardId: row.card_id, customerId: row.customer_id };
  return openPan(keys, owner, {
    keyId: row.key_id,
    wrappedKey: row.wrapped_key,
    panSealed: row.pan_sealed,
    panIndex: row.pan_index,
  });
}

/** Enqueues an email that expires after an hour. */
export function enqueueTestMail(context: MailContext, tx: Tx, mail: Mail): Promise<void> {
  return enqueueMail(context, tx, mail, 3_600);
}

/** Decrypts the email in a job's data. */
export function mailIn(keys: Keys, data: SealedMail): Mail | null {
  return openMail({ keys }, data);
}
