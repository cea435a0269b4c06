import { hash } from "node:crypto";
import type { Holder } from "../../adapters/issuer/holder-facts.ts";
import type { IssueRequest } from "../../adapters/issuer/issuer.port.ts";
import { billingAddressFor } from "./billing-address.policy.ts";
import type { CardOrder } from "./card-order.ts";

/**
 * Returns the issuer's idempotency key for an order: 64 hexadecimal digits, the same for every
 * retry.
 */
export function orderKeyOf(customerId: string, clientKey: string): string {
  return hash("sha256", `${customerId} ${clientKey}`, "hex");
}

/** Builds the request to the issuer for an order, including its cardholder. */
export function issueRequestOf(
  order: Pick<
    CardOrder,
    "applicationId" | "orderKey" | "cardId" | "segment" | "billingAddress" | "now"
  >,
  holder: Holder | null,
): Omit<IssueRequest, "attempt"> {
  const { segment, orderKey, now } = order;
  return {
    requestId: order.applicationId,
    orderKey,
    network: segment.network,
    bin: segment.bin,
    currency: segment.currency,
    limits: {
      perTransactionMinor: segment.per_transaction_limit_minor,
      dailyMinor: segment.daily_limit_minor,
      monthlyMinor: segment.monthly_limit_minor,
    },
    billingAddress: billingAddressFor(order.cardId, order.billingAddress),
    holder,
    issuedAt: now,
  };
}
