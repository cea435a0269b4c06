/**
 * Thrown if a provider gave no usable response, because it is down, slow or inconsistent. The
 * outcome of the call is unknown. The message is for the log and contains no secrets.
 */
export class ProviderError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.name = "ProviderError";
  }
}
