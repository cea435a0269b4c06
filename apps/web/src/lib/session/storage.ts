/** Keys of local storage. The privacy policy lists them all, and tools rely on their names. */
export const STORAGE_KEYS = {
  token: "token",
  user: "user",
  menus: "menus",
  locale: "tessera-locale",
  theme: "tessera-theme",
  announcementHiddenAt: "tessera-announcement-hidden-at",
  welcomeEnded: "tessera-welcome-ended",
} as const;

/** Keys of session storage, which is deleted when the tab closes. */
export const SESSION_KEYS = {
  cardSelectionScroll: "tessera-card-selection-scroll",
  walletCurrency: "tessera-wallet-currency",
} as const;

/** Reads a value; null if storage is unavailable (private windows, full disks). */
export function readStored(key: string, area: () => Storage = () => localStorage): string | null {
  try {
    return area().getItem(key);
  } catch {
    return null;
  }
}

/** Writes a value, or removes it when it is `null`. */
export function writeStored(
  key: string,
  value: string | null,
  area: () => Storage = () => localStorage,
): void {
  try {
    if (value === null) {
      area().removeItem(key);
    } else {
      area().setItem(key, value);
    }
  } catch {
    // Storage is optional, so ignore the failure.
  }
}

/** Reads a JSON value. Removes the stored value if it cannot be parsed or is invalid. */
export function readStoredJson<T>(
  key: string,
  accept: (value: unknown) => T | undefined,
): T | undefined {
  const text = readStored(key);
  if (text === null) {
    return undefined;
  }
  const accepted = accept(parseJson(text));
  if (accepted === undefined) {
    writeStored(key, null);
  }
  return accepted;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
