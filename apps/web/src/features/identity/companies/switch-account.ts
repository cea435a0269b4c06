import { openCompanySession } from "@tessera/contract/identity/companies.endpoints";
import { call } from "../../../lib/api/api-client.ts";
import { queryClient } from "../../../lib/api/query-client.ts";
import { patchSession, sessionStore } from "../../../lib/session/session-store.ts";
import { readStored, STORAGE_KEYS, writeStored } from "../../../lib/session/storage.ts";

/** What the tokens of sessions that act for a company begin with. */
const COMPANY_TOKEN = /^vm/;
/** The stored login, which stays the person's own. */
const KEPT = [STORAGE_KEYS.token, STORAGE_KEYS.user, STORAGE_KEYS.menus] as const;

/** Returns whether a token is of a session that acts for a company. */
export function actsForCompany(token: string | null): boolean {
  return token !== null && COMPANY_TOKEN.test(token);
}

/**
 * Makes this tab act for a company, until the page loads again. The company's token is kept in
 * memory only: other tabs, and this one after a reload, act for the person.
 */
export async function switchToCompany(id: string): Promise<void> {
  const kept = KEPT.map((key) => [key, readStored(key)] as const);
  const { token } = await call(openCompanySession, { params: { id } });
  await queryClient.cancelQueries();
  patchSession({ token });
  void queryClient.resetQueries();
  const stop = sessionStore.subscribe(() => {
    const now = sessionStore.get();
    if (now.token === token) {
      return;
    }
    stop();
    if (now.expired) {
      // The session for the company has ended, such as by removal from it. The own one goes on.
      for (const [key, value] of kept) {
        writeStored(key, value);
      }
    }
    switchToOwnAccount();
  });
}

/** Makes this tab act for the person again. The page loads again, so that nothing else stays. */
export function switchToOwnAccount(): void {
  window.location.assign("/profile");
}
