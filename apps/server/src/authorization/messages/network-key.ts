const REFERENCE = "network:ref:";
const MESSAGE = "network:msg:";
const PURCHASE = "network:purchase:";

/**
 * Returns the payment's ledger key, derived from the network's reference to an authorization or
 * message.
 */
export function referenceKeyOf(networkReference: string): string {
  return `${REFERENCE}${networkReference}`;
}

/**
 * Returns the key that keeps a payment in the ledger from being duplicated: the network's
 * reference, or the message's id if there is no reference.
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

/** Returns the key for a simulated purchase, derived from the idempotency key of the API call. */
export function purchaseKeyOf(use: string): string {
  return `${PURCHASE}${use}`;
}

/** The name prefix for the message that stores a payment's response, for each key prefix. */
const NAMES: readonly (readonly [prefix: string, name: string])[] = [
  [REFERENCE, "authorisation:"],
  [MESSAGE, "message:"],
  [PURCHASE, "purchase:"],
];

/**
 * Returns the name of the message that stores a payment's response, based on the payment's ledger
 * key.
 *
 * @returns undefined for a payment without a network reference, which cannot be retried
 */
export function answerNameOf(networkKey: string | null): string | undefined {
  const kind = NAMES.find(([prefix]) => networkKey?.startsWith(prefix) === true);
  return networkKey === null || kind === undefined
    ? undefined
    : `${kind[1]}${networkKey.slice(kind[0].length)}`;
}
