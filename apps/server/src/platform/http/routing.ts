import type { Endpoint } from "@tessera/contract/endpoint";
import type { AppContext } from "../context.ts";
import { createIdempotency } from "../idempotency/idempotency.ts";
import { MemoryLimit } from "../overload/memory-limits.ts";
import { createRateLimits } from "../rate-limit/rate-limit-counter.ts";
import type { Session } from "./authentication.ts";
import { Refusal } from "./refusal.ts";
import type { Routing } from "./route.ts";

const REQUESTS_A_MINUTE_BY_ADDRESS = 600;
const REQUESTS_A_MINUTE_BY_USER = 600;

function refuseAfter(retryAfterSeconds: number): void {
  if (retryAfterSeconds > 0) {
    throw new Refusal("rate_limited", { retryAfterSeconds });
  }
}

/** Creates the state that all routes of this process share. */
export function createRouting(
  context: AppContext,
  given: Pick<Routing, "authenticator" | "operators" | "apiKeys">,
  endpoints: Endpoint[],
): Routing {
  const { config } = context;
  const byAddress = new MemoryLimit(REQUESTS_A_MINUTE_BY_ADDRESS, 60);
  const byUser = new MemoryLimit(REQUESTS_A_MINUTE_BY_USER, 60);
  return {
    ...given,
    endpoints,
    idempotency: createIdempotency(context.db),
    rateLimits: createRateLimits(context),
    countRequest(address: string) {
      if (config.rateLimits) {
        refuseAfter(byAddress.take(address, performance.now()));
      }
    },
    countSession(session: Session) {
      if (config.rateLimits) {
        refuseAfter(byUser.take(session.key?.id ?? session.userId, performance.now()));
      }
    },
  };
}
