import { queryOptions } from "@tanstack/react-query";
import { getProfile } from "@tessera/contract/identity/accounts.endpoints";
import { call } from "../../../lib/api/api-client.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";
import { renameUser, sessionStore } from "../../../lib/session/session-store.ts";

/** Fetches the profile, including the email address, which the session does not store. */
export const profileQuery = queryOptions({
  queryKey: QUERY_ROOTS.profile,
  queryFn: async ({ signal }) => {
    const { token } = sessionStore.get();
    const { user } = await call(getProfile, { signal });
    // The username may have been changed on another device.
    if (sessionStore.get().token === token) {
      renameUser(user.username);
    }
    return user;
  },
  staleTime: 300_000,
});
