import { readStored, readStoredJson, STORAGE_KEYS, writeStored } from "./storage.ts";
import { createStore, useStore } from "./store.ts";

/** What the console keeps of the signed-in person: nothing that would hurt if it were read. */
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
  /** A sign-in is under way. */
  readonly loading: boolean;
  /** Why the last sign-in failed, in the reader's language. */
  readonly error: string | null;
  /** The profile is being fetched. */
  readonly checkingSession: boolean;
  /** Whether it is known who is signed in, or that nobody is. */
  readonly ready: boolean;
  /** Nobody is signed in because the server ended the session, and its reader is to be told. */
  readonly expired: boolean;
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
};

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Takes from an answer or from storage what the console keeps of a user. */
export function readUser(value: unknown): SessionUser | undefined {
  if (!isRecord(value) || typeof value.username !== "string" || value.username === "") {
    return undefined;
  }
  return typeof value.role === "string"
    ? { username: value.username, role: value.role }
    : { username: value.username };
}

/** Takes the menus that can be read; anything but a list is refused. */
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

/** What storage holds. A corrupt user or menus item is removed alone; the token stays. */
export function restoreSession(): SessionState {
  const stored = readStored(STORAGE_KEYS.token);
  const token = readToken(stored);
  // Read without a token too: what does not parse is removed whoever is signed in.
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

/** Keeps a token before it is known whose it is. */
export function keepToken(token: string): void {
  writeStored(STORAGE_KEYS.token, token);
  writeStored(STORAGE_KEYS.user, null);
  writeStored(STORAGE_KEYS.menus, null);
  sessionStore.set({ ...SIGNED_OUT, token, ready: false });
}

/** The same person's session under another token, as after a new password. */
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

/** The same person under another name, here or on another device. */
export function renameUser(username: string): void {
  const { user, menus } = sessionStore.get();
  if (user !== null && user.username !== username) {
    keepProfile({ ...user, username }, menus);
  }
}

/** Whether it is the same person who is signed in before and after a change of the session. */
export function isSamePerson(before: SessionState, after: SessionState): boolean {
  return (
    before.user !== null && after.token !== null && before.user.username === after.user?.username
  );
}

/** Whether the menus are an operator's, who has no cards and so no home of a customer. */
export function areOperatorMenus(menus: readonly SessionMenu[]): boolean {
  return menus.length > 0 && !menus.some(({ path }) => path === "/");
}

/** Caches who is signed in. */
export function keepProfile(user: SessionUser, menus: readonly SessionMenu[]): void {
  writeStored(STORAGE_KEYS.user, JSON.stringify(user));
  writeStored(STORAGE_KEYS.menus, JSON.stringify(menus));
  patchSession({ user, menus, loading: false, error: null, checkingSession: false, ready: true });
}

/**
 * Forgets the login by name, and leaves theme, locale and the rest of storage alone.
 *
 * @param expired whether the server ended it, rather than whoever was signed in
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
