import { queryOptions } from "@tanstack/react-query";
import { getServiceStatus } from "@tessera/contract/back-office/status.endpoints";
import { call } from "../../../lib/api/api-client.ts";

/** Fetches the public status and refetches it every minute while it is displayed. */
export const serviceStatusQuery = queryOptions({
  queryKey: ["service-status"],
  queryFn: ({ signal }) => call(getServiceStatus, { signal }),
  staleTime: 10_000,
  refetchInterval: 60_000,
});
