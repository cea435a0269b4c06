import { readStored, readStoredJson, STORAGE_KEYS, writeStored } from "./storage.ts";
import { createStore, useStore } from "./store.ts";

/** What the console stores about the signed-in user: nothing sensitive. */
export interface SessionUser {
  readonly username: string;
  readonly role?: string;
}

export interface SessionMenu {
  readonly key: string;
  readonly path: string;
}

export interface SessionState {
  readonly token: string | null;
  readonly user: SessionUser | null;
  readonly menus: readonly SessionMenu[];
  /** True while a sign-in is in progress. */
  readonly loading: boolean;
  /** Why the last sign-in failed, in the reader's language. */
  readonly error: string | null;
  /** True while the profile is being loaded. */
  readonly checkingSession: boolean;
  /** True as soon as it is known whether a user is signed in, and who. */
  readonly ready: boolean;
  /** True if the server ended the session and the user does not know it yet. */
  readonly expired: boolean;
  /** True while the user is signing out, when nothing else may be requested in the session. */
  readonly leaving: boolean;
}

const SIGNED_OUT: SessionState = {
  token: null,
  user: null,
  menus: [],
  loading: false,
  error: null,
  checkingSession: false,
  ready: true,
  expired: false,
  leaving: false,
};

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Parses a user from a response or from storage, keeping only the fields that the console needs.
 */
export function readUser(value: unknown): SessionUser | undefined {
  if (!isRecord(value) || typeof value.username !== "string" || value.username === "") {
    return undefined;
  }
  return typeof value.role === "string"
    ? { username: value.username, role: value.role }
    : { username: value.username };
}

/** Returns the valid menus in a list, or `undefined` if the value is not a list. */
export function readMenus(value: unknown): readonly SessionMenu[] | undefined {
  if (!Array.isArray(value)) {
    return undefined;
  }
  return value.flatMap((menu: unknown) =>
    isRecord(menu) && typeof menu.key === "string" && typeof menu.path === "string"
      ? [{ key: menu.key, path: menu.path }]
      : [],
  );
}

/** Bearer tokens are visible ASCII; anything else did not come from the server. */
function readToken(value: string | null): string | null {
  return value !== null && /^[\x21-\x7e]{1,4096}$/.test(value) ? value : null;
}

/**
 * Restores the session from storage. Removes only a corrupt user or menus item, never the token.
 */
export function restoreSession(): SessionState {
  const stored = readStored(STORAGE_KEYS.token);
  const token = readToken(stored);
  // Reads both items even without a token, so that corrupt items are always removed.
  const user = readStoredJson(STORAGE_KEYS.user, readUser) ?? null;
  const menus = readStoredJson(STORAGE_KEYS.menus, readMenus) ?? [];
  if (token === null) {
    if (stored !== null) {
      writeStored(STORAGE_KEYS.token, null);
    }
    return SIGNED_OUT;
  }
  return { ...SIGNED_OUT, token, user, menus, ready: user !== null };
}

export const sessionStore = createStore<SessionState>(restoreSession());

/** Changes part of the session in memory only. */
export function patchSession(patch: Partial<SessionState>): void {
  sessionStore.set({ ...sessionStore.get(), ...patch });
}

/** Stores a token whose user is not known yet. */
export function keepToken(token: string): void {
  writeStored(STORAGE_KEYS.token, token);
  writeStored(STORAGE_KEYS.user, null);
  writeStored(STORAGE_KEYS.menus, null);
  sessionStore.set({ ...SIGNED_OUT, token, ready: false });
}

/** Replaces the signed-in user's token, for example after a password change. */
export function renewToken(token: string): void {
  const { user, menus } = sessionStore.get();
  if (user === null) {
    keepToken(token);
    return;
  }
  writeStored(STORAGE_KEYS.token, token);
  keepProfile(user, menus);
  patchSession({ token });
}

/** Updates the signed-in user's name after a change here or on another device. */
export function renameUser(username: string): void {
  const { user, menus } = sessionStore.get();
  if (user !== null && user.username !== username) {
    keepProfile({ ...user, username }, menus);
  }
}

/** Returns whether the same user is signed in before and after a session change. */
export function isSamePerson(before: SessionState, after: SessionState): boolean {
  return (
    before.user !== null && after.token !== null && before.user.username === after.user?.username
  );
}

/**
 * Returns whether the menus belong to an operator, who has no cards and no customer home screen.
 */
export function areOperatorMenus(menus: readonly SessionMenu[]): boolean {
  return menus.length > 0 && !menus.some(({ path }) => path === "/");
}

/** Stores who is signed in. */
export function keepProfile(user: SessionUser, menus: readonly SessionMenu[]): void {
  writeStored(STORAGE_KEYS.user, JSON.stringify(user));
  writeStored(STORAGE_KEYS.menus, JSON.stringify(menus));
  patchSession({ user, menus, loading: false, error: null, checkingSession: false, ready: true });
}

/**
 * Removes only the stored login. Theme, locale and all other stored items stay.
 *
 * @param expired whether to tell the user that the session has expired
 */
export function clearSession(expired = false): void {
  for (const key of [STORAGE_KEYS.token, STORAGE_KEYS.user, STORAGE_KEYS.menus]) {
    writeStored(key, null);
  }
  sessionStore.set({ ...SIGNED_OUT, expired });
}

export function useSession(): SessionState {
  return useStore(sessionStore);
}
