import type { StripeObject } from "./stripe-objects.ts";

/** What Stripe would answer. */
export interface ApiAnswer {
  readonly status: number;
  readonly body: StripeObject;
}

/** A refusal of a request, with the parameter that is at fault where it is one. */
export function invalid(message: string, param?: string): ApiAnswer {
  const type = "invalid_request_error";
  return { status: 400, body: { error: { type, message, ...(param !== undefined && { param }) } } };
}
