import { queryOptions } from "@tanstack/react-query";
import { getProfile } from "@tessera/contract/accounts/accounts.endpoints";
import { call } from "../../lib/api-client.ts";
import { QUERY_ROOTS } from "../../lib/query-keys.ts";

/** Who is signed in, with the address that the session itself does not keep. */
export const profileQuery = queryOptions({
  queryKey: QUERY_ROOTS.profile,
  queryFn: async ({ signal }) => (await call(getProfile, { signal })).user,
  staleTime: 300_000,
});
