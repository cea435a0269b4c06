/** The keys of local storage. The privacy policy names them all, and tools rely on them. */
export const STORAGE_KEYS = {
  token: "token",
  user: "user",
  menus: "menus",
  locale: "tessera-locale",
  theme: "tessera-theme",
  announcementHiddenAt: "tessera-announcement-hidden-at",
  welcomeEnded: "tessera-welcome-ended",
} as const;

/** The keys of session storage, which goes with the tab. */
export const SESSION_KEYS = {
  cardSelectionScroll: "tessera-card-selection-scroll",
  walletCurrency: "tessera-wallet-currency",
} as const;

/** Storage can be refused (private windows, full disks): then the console works without memory. */
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
    // What cannot be remembered is simply not remembered.
  }
}

/** Reads JSON; a value that does not parse or is not accepted is removed, alone. */
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
