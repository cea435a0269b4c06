import type { StripeObject } from "./stripe-objects.ts";

/** A response from Stripe's API. */
export interface ApiAnswer {
  readonly status: number;
  readonly body: StripeObject;
}

/**
 * Returns the error response to an invalid request, naming the parameter at fault if there is one.
 */
export function invalid(message: string, param?: string): ApiAnswer {
  const type = "invalid_request_error";
  return { status: 400, body: { error: { type, message, ...(param !== undefined && { param }) } } };
}
