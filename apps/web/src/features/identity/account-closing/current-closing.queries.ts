import { queryOptions } from "@tanstack/react-query";
import { getCurrentClosing } from "@tessera/contract/identity/account-closing.endpoints";
import { call } from "../../../lib/api/api-client.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";

/**
 * Fetches the account closure in progress, if any. Its key extends the one of the whole state, so
 * that whatever makes that stale makes this stale, too.
 */
export const currentClosingQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.profile, "closing", "open"],
  queryFn: ({ signal }) => call(getCurrentClosing, { signal }),
});
