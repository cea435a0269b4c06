/** What the network calls an authorisation or a message, as the ledger's key of a payment. */
export function referenceKeyOf(networkReference: string): string {
  return `network:ref:${networkReference}`;
}

/**
 * The key under which a payment is in the books at most once: the network's reference, or the
 * message's id where there is none.
 */
export function networkKeyOf(
  networkReference: string | undefined,
  messageId: string | undefined,
): string | undefined {
  if (networkReference !== undefined) {
    return referenceKeyOf(networkReference);
  }
  return messageId === undefined ? undefined : `network:msg:${messageId}`;
}
