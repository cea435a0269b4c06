import { Refusal } from "../../platform/http/refusal.ts";
import { ProviderError } from "./provider-error.ts";

const RETRY_AFTER_SECONDS = 30;

/**
 * Returns a configured provider.
 *
 * @param what the service that requires the provider, for the log
 * @throws Refusal `not_offered` if the provider is not configured
 */
export function requireOffered<P>(provider: P | undefined, what: string): P {
  if (provider === undefined) {
    throw new Refusal("not_offered", { internal: `no provider of ${what} is configured` });
  }
  return provider;
}

/**
 * Returns a provider's response.
 *
 * @throws Refusal `provider_unavailable` if there was no usable response
 */
export async function answerOf<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ProviderError) {
      throw new Refusal("provider_unavailable", {
        internal: error.message,
        retryAfterSeconds: RETRY_AFTER_SECONDS,
        cause: error,
      });
    }
    throw error;
  }
}
