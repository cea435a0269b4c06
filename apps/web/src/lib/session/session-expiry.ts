import { clearSession, sessionStore } from "./session-store.ts";

let onExpired: () => void = () => {};

/** Sets what happens when the server no longer knows the session (the router goes to login). */
export function onSessionExpired(listener: () => void): void {
  onExpired = listener;
}

/**
 * Clears the session that a refused call was made under, once.
 *
 * Many calls can come back with 401 at the same time, and one of them can come back after the
 * customer has signed in again: only the session that was refused is cleared.
 */
export function expireSession(refusedToken: string | null): void {
  if (refusedToken !== null && sessionStore.get().token === refusedToken) {
    clearSession(true);
    onExpired();
  }
}
