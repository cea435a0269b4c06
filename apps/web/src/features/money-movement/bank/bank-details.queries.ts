import { queryOptions } from "@tanstack/react-query";
import { getBankDetails } from "@tessera/contract/money-movement/bank.endpoints";
import { call } from "../../../lib/api/api-client.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";

/** Loads where the customer transfers money from a bank, with the references to write. */
export const bankDetailsQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.wallet, "bank-details"],
  queryFn: ({ signal }) => call(getBankDetails, { signal }),
});
