import type { HolderFacts } from "../../adapters/issuer/holder-facts.ts";
import type { Keys } from "../../platform/crypto/keys.ts";

/** A cardholder's sealed facts, which are unreadable without the keys. */
export interface SealedFacts {
  readonly keyId: string;
  readonly wrappedKey: Buffer;
  readonly factsSealed: Buffer;
}

function aadOf(customerId: string, field: string, keyId: string): string {
  return `v1|${customerId}|${field}|${keyId}`;
}

/** Seals facts with AES-256-GCM under a data key for this cardholder, which `keys` wraps. */
export function sealFacts(keys: Keys, customerId: string, facts: HolderFacts): SealedFacts {
  const { keyId } = keys;
  const dataKey = keys.newKey();
  try {
    const plain = Buffer.from(JSON.stringify(facts));
    return {
      keyId,
      wrappedKey: keys.wrap("holder-facts", dataKey, aadOf(customerId, "data-key", keyId)),
      factsSealed: keys.sealWith(dataKey, plain, aadOf(customerId, "facts", keyId)),
    };
  } finally {
    dataKey.fill(0);
  }
}

/**
 * Opens sealed facts.
 *
 * @throws KeyError if the bytes, the row, the customer or the key differ from when the facts were
 * sealed
 */
export function openFacts(keys: Keys, customerId: string, sealed: SealedFacts): HolderFacts {
  const { keyId, wrappedKey, factsSealed } = sealed;
  const dataKey = keys.unwrap("holder-facts", wrappedKey, aadOf(customerId, "data-key", keyId));
  try {
    const plain = keys.openWith(dataKey, factsSealed, aadOf(customerId, "facts", keyId));
    return JSON.parse(plain.toString());
  } finally {
    dataKey.fill(0);
  }
}
