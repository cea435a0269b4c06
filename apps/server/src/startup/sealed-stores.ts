import { sealedMails } from "../adapters/mail/index.ts";
import { sealedDocuments } from "../back-office/cases/index.ts";
import { sealedAttachments } from "../back-office/support/index.ts";
import { sealedHolders } from "../cards/issuance/index.ts";
import { sealedNumbers } from "../cards/vault/index.ts";
import { sealedArchives } from "../identity/my-data/index.ts";
import { sealedTotpSecrets } from "../identity/second-factor/index.ts";
import { sealedPersonKeys } from "../platform/crypto/person-keys.ts";
import type { SealedStore } from "../platform/crypto/sealed-store.ts";

/** Everything that is stored sealed under the root key. */
export const SEALED_STORES: readonly SealedStore[] = [
  sealedNumbers,
  sealedHolders,
  sealedTotpSecrets,
  sealedMails,
  sealedDocuments,
  sealedAttachments,
  sealedPersonKeys,
  sealedArchives,
];
