import { inTransaction } from "../../platform/context.ts";
import type { SealedStore } from "../../platform/crypto/sealed-store.ts";
import { MAIL_QUEUE } from "./enqueue-mail.ts";
import { countOlderMails, lockOlderMails, replaceMail } from "./sealed-mails.repository.ts";

/**
 * Reseals queued emails. Skips emails that are currently being sent, since they will soon be
 * deleted or queued again.
 */
export const sealedMails: SealedStore = {
  name: "waiting mails",
  purposes: ["mail"],
  countOlder: ({ kysely }, { keyId }) => countOlderMails(kysely, MAIL_QUEUE, keyId),
  resealSome: (db, keys, limit) =>
    inTransaction(db, async (tx) => {
      const older = await lockOlderMails(tx, MAIL_QUEUE, keys.keyId, limit);
      for (const { jobId, payload } of older) {
        const plain = keys.open("mail", Buffer.from(payload.sealed, "base64"), payload.id);
        const sealed = keys.seal("mail", plain, payload.id).toString("base64");
        await replaceMail(tx, MAIL_QUEUE, { jobId, payload: { ...payload, sealed } });
      }
      return older.length;
    }),
};
