import Stripe from "stripe";
import type { StripeSettings } from "../../../platform/config/config.ts";

/** The library retries with the same idempotency key, which recovers a lost response. */
const MAX_RETRIES = 2;
const TIMEOUT_MS = 8_000;

/** Creates Stripe's client, with limits on time and retries. */
export function createStripeClient({ secretKey, apiUrl }: StripeSettings): Stripe {
  return new Stripe(secretKey, {
    maxNetworkRetries: MAX_RETRIES,
    timeout: TIMEOUT_MS,
    telemetry: false,
    ...(apiUrl !== undefined && addressOf(new URL(apiUrl))),
  });
}

function addressOf({ protocol, hostname, port }: URL) {
  const isPlain = protocol === "http:";
  return {
    protocol: isPlain ? ("http" as const) : ("https" as const),
    host: hostname,
    port: port === "" ? (isPlain ? 80 : 443) : Number(port),
  };
}
