import { inTransaction } from "../../platform/context.ts";
import type { SealedStore } from "../../platform/crypto/sealed-store.ts";
import { enrollmentPlace } from "./enrol-totp.ts";
import {
  countOlderTotp,
  lockOlderTotp,
  replaceTotp,
  TOTP_TABLES,
  type TotpTable,
} from "./sealed-totp.repository.ts";
import { totpPlace } from "./second-factor.ts";
import { openTotpSecret, sealTotpSecret } from "./totp.ts";

/** The context that a secret is sealed to, for each table. */
const PLACE_OF: Readonly<Record<TotpTable, (ownerId: string) => string>> = {
  totp_factor: totpPlace,
  totp_enrolment: enrollmentPlace,
};

/** Reseals the secrets of authenticator apps, including those not yet activated. */
export const sealedTotpSecrets: SealedStore = {
  name: "authenticator secrets",
  purposes: ["totp-secret"],
  async countOlder({ kysely }, { keyId }) {
    let count = 0;
    for (const table of TOTP_TABLES) {
      count += await countOlderTotp(kysely, table, keyId);
    }
    return count;
  },
  resealSome: (db, keys, limit) =>
    inTransaction(db, async (tx) => {
      let done = 0;
      for (const table of TOTP_TABLES) {
        for (const { ownerId, sealed } of await lockOlderTotp(
          tx,
          table,
          keys.keyId,
          limit - done,
        )) {
          const place = PLACE_OF[table](ownerId);
          const secret = openTotpSecret(keys, sealed, place);
          await replaceTotp(tx, table, { ownerId, sealed: sealTotpSecret(keys, secret, place) });
          secret.fill(0);
          done += 1;
        }
      }
      return done;
    }),
};
