import { sealedTotpSecrets } from "./modules/accounts/index.ts";
import { sealedHolders, sealedNumbers } from "./modules/issuing/index.ts";
import { sealedMails } from "./modules/mail/index.ts";
import { sealedArchives } from "./modules/my-data/index.ts";
import { sealedDocuments } from "./modules/reviews/index.ts";
import { sealedAttachments } from "./modules/support/index.ts";
import { sealedPersonKeys } from "./platform/person-keys.ts";
import type { SealedStore } from "./platform/sealed-store.ts";

/** Everything that is kept sealed under the root key. */
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
