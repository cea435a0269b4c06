import { MODULES } from "../modules.ts";
import { sealedPersonKeys } from "../platform/crypto/person-keys.ts";
import type { SealedStore } from "../platform/crypto/sealed-store.ts";

/** Every module's data that is sealed under the root key. */
export const SEALED_STORES: readonly SealedStore[] = [
  sealedPersonKeys,
  ...MODULES.flatMap(({ sealedStores = [] }) => sealedStores),
];
