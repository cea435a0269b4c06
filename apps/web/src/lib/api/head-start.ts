/** A call that `first-paint.js` has already made with the session that was stored at the time. */
interface HeadStart {
  readonly url: string;
  /**
   * Returns the response if the token is the one used for the request. That token stays in the
   * closure.
   */
  readonly answerFor: (token: string) => Promise<Response> | undefined;
}

declare global {
  interface Window {
    tesseraHeadStart?: HeadStart | undefined;
  }
}

/**
 * Returns the response to a call that was made before the console's code loaded. The response is
 * returned only once, because later calls need current data.
 *
 * @param url the URL that the call would use
 * @param token the caller's token; a caller from another session gets nothing
 */
export function takeHeadStart(
  url: string,
  token: string | null,
  signal: AbortSignal,
): Promise<Response> | undefined {
  const start = window.tesseraHeadStart;
  if (start?.url !== url) {
    return undefined;
  }
  window.tesseraHeadStart = undefined;
  const answer = token === null ? undefined : start.answerFor(token);
  return answer && Promise.race([answer, rejectionOf(signal)]);
}

/** Returns a promise that rejects when the signal aborts, as a call does. */
function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
