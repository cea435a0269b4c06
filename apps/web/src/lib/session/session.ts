import {
  getProfile,
  login as loginEndpoint,
  logout as logoutEndpoint,
} from "@tessera/contract/identity/accounts.endpoints";
import type { SignInChallenge } from "@tessera/contract/identity/factors.schemas";
import { call } from "../api/api-client.ts";
import { ApiError, messageOf } from "../api/api-error.ts";
import { apiText } from "../api/api-texts.ts";
import { queryClient } from "../api/query-client.ts";
import { localeStore } from "../locale.ts";
import {
  clearSession,
  keepProfile,
  keepToken,
  patchSession,
  readMenus,
  readUser,
  sessionStore,
} from "./session-store.ts";

let profileFetch: { readonly token: string; readonly done: Promise<void> } | undefined;

/**
 * Resolves when it is known whether a user is signed in, and who.
 *
 * Without a token, this is known immediately. With a token but no user, the profile is loaded once
 * for all concurrent callers; if that fails, the login is cleared.
 */
export async function ensureSession(): Promise<void> {
  const { token, user } = sessionStore.get();
  if (token === null || user !== null) {
    if (!sessionStore.get().ready) {
      patchSession({ ready: true });
    }
    return;
  }
  if (profileFetch?.token !== token) {
    const mine = { token, done: fetchProfile(token) };
    profileFetch = mine;
    void mine.done.finally(() => {
      if (profileFetch === mine) {
        profileFetch = undefined;
      }
    });
  }
  await profileFetch?.done;
}

async function fetchProfile(token: string): Promise<void> {
  patchSession({ checkingSession: true });
  try {
    const answer = await call(getProfile);
    const user = readUser(answer.user);
    if (sessionStore.get().token !== token) {
      return;
    }
    if (user === undefined) {
      clearSession();
      return;
    }
    keepProfile(user, readMenus(answer.menus) ?? []);
  } catch {
    if (sessionStore.get().token === token) {
      clearSession();
    }
  }
}

/** Switches to a session that the server has just opened. */
export async function adoptSession(answer: {
  readonly token: string;
  readonly user?: unknown;
  readonly menus?: unknown;
}): Promise<void> {
  keepToken(answer.token);
  const user = readUser(answer.user);
  if (user === undefined) {
    await ensureSession();
    return;
  }
  keepProfile(user, readMenus(answer.menus) ?? []);
}

interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly remember: boolean;
}

/**
 * Signs in. Returns the challenge if a second factor is required; on failure returns `false` and
 * stores the message in the session's `error`.
 */
export async function signIn(credentials: Credentials): Promise<boolean | SignInChallenge> {
  patchSession({ loading: true, error: null });
  try {
    await adoptSession(await call(loginEndpoint, { body: credentials }));
    return true;
  } catch (error) {
    const message = messageOf(error, apiText("loginFailed", localeStore.get()));
    const asked = error instanceof ApiError ? error.secondFactor : undefined;
    patchSession({ loading: false, error: asked === undefined ? message : null });
    return asked ?? false;
  }
}

/**
 * Signs out on the server and clears the login even if the server cannot be reached. Cancels the
 * requests in progress first, because the server would reject them once the session has ended.
 */
export async function signOut(): Promise<void> {
  patchSession({ leaving: true });
  try {
    await queryClient.cancelQueries();
    if (sessionStore.get().token !== null) {
      await call(logoutEndpoint, { timeoutMs: 5_000, credentials: "include" });
    }
  } catch {
    // The login ends here, no matter how the server responds.
  } finally {
    clearSession();
  }
}
