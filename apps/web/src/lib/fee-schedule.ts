import { queryOptions } from "@tanstack/react-query";
import { getFeeSchedule } from "@tessera/contract/identity/legal.endpoints";
import { call } from "./api/api-client.ts";

/** Fetches the fees in force, from the schedule that is used for quotes and charges. */
export const feeScheduleQuery = queryOptions({
  queryKey: ["legal", "fee-schedule"],
  queryFn: ({ signal }) => call(getFeeSchedule, { signal }),
  staleTime: 300_000,
});
