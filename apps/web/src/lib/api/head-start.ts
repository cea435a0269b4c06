/** A call that `first-paint.js` has made already, of whoever was signed in then. */
interface HeadStart {
  readonly url: string;
  /** The answer, for the session that it was asked with; the token stays in the closure. */
  readonly answerFor: (token: string) => Promise<Response> | undefined;
}

declare global {
  interface Window {
    tesseraHeadStart?: HeadStart | undefined;
  }
}

/**
 * The answer to a call that was made before the console's code was there. It is given once: whoever
 * asks again wants to know what is so now.
 *
 * @param url as the call would be made
 * @param token whose call it is; another session's answer is nobody's
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

/** Rejects as a call does when it is called off or takes too long. */
function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
