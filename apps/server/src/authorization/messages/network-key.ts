const REFERENCE = "network:ref:";
const MESSAGE = "network:msg:";
const PURCHASE = "network:purchase:";

/**
 * Returns the payment's key in the ledger for the network's reference of an authorization or
 * message.
 */
export function referenceKeyOf(networkReference: string): string {
  return `${REFERENCE}${networkReference}`;
}

/**
 * Returns the key under which a payment is in the ledger at most once: the network's reference, or
 * the message's id if there is none.
 */
export function networkKeyOf(
  networkReference: string | undefined,
  messageId: string | undefined,
): string | undefined {
  if (networkReference !== undefined) {
    return referenceKeyOf(networkReference);
  }
  return messageId === undefined ? undefined : `${MESSAGE}${messageId}`;
}

/** Returns the key for a simulated purchase, derived from its idempotent call. */
export function purchaseKeyOf(use: string): string {
  return `${PURCHASE}${use}`;
}

/** Prefixes of the message that stores a payment's answer, by kind of key. */
const NAMES: readonly (readonly [prefix: string, name: string])[] = [
  [REFERENCE, "authorisation:"],
  [MESSAGE, "message:"],
  [PURCHASE, "purchase:"],
];

/**
 * Returns the name of the message that stores a payment's answer, given the payment's ledger key.
 *
 * @returns undefined for a payment without a network reference, which cannot be retried
 */
export function answerNameOf(networkKey: string | null): string | undefined {
  const kind = NAMES.find(([prefix]) => networkKey?.startsWith(prefix) === true);
  return networkKey === null || kind === undefined
    ? undefined
    : `${kind[1]}${networkKey.slice(kind[0].length)}`;
}
