import { clearSession, sessionStore } from "./session-store.ts";

let onExpired: () => void = () => {};

/**
 * Sets the listener that is called when the server no longer recognizes the session (the router
 * goes to login).
 */
export function onSessionExpired(listener: () => void): void {
  onExpired = listener;
}

/**
 * Clears the session whose call was rejected, and only once.
 *
 * Many calls may fail with 401 at the same time, some of them after the customer has signed in
 * again, so only the session that was rejected is cleared.
 */
export function expireSession(refusedToken: string | null): void {
  const { token, leaving } = sessionStore.get();
  // A request that is rejected while the user signs out does not mean that the session expired.
  if (refusedToken !== null && token === refusedToken && !leaving) {
    clearSession(true);
    onExpired();
  }
}
