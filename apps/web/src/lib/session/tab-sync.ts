import { adoptStoredLocale } from "../locale.ts";
import { adoptStoredTheme } from "../theme.ts";
import { isSamePerson, restoreSession, sessionStore } from "./session-store.ts";
import { STORAGE_KEYS } from "./storage.ts";

/**
 * Follows changes made in other tabs: sign-in, sign-out, theme and locale.
 *
 * @param onSessionReplaced called when another tab ended the session or signed in another user
 */
export function followOtherTabs(onSessionReplaced: () => void): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key === STORAGE_KEYS.theme) {
      adoptStoredTheme(event.newValue);
    }
    if (event.key === STORAGE_KEYS.locale) {
      adoptStoredLocale(event.newValue);
    }
    const before = sessionStore.get();
    if (event.key === null || event.key === STORAGE_KEYS.token) {
      sessionStore.set(restoreSession());
      const after = sessionStore.get();
      if (after.token !== before.token && !isSamePerson(before, after)) {
        onSessionReplaced();
      }
    } else if (event.key === STORAGE_KEYS.user && event.newValue !== null) {
      sessionStore.set(restoreSession());
    }
  };
  window.addEventListener("storage", listener);
  return () => window.removeEventListener("storage", listener);
}
