import { queryOptions, useQuery } from "@tanstack/react-query";
import { getOffering } from "@tessera/contract/offering/offering.endpoints";
import type { Offering } from "@tessera/contract/offering/offering.schemas";
import { call } from "./api-client.ts";

/** Which services are offered; changes only when the server restarts with other settings. */
const offeringQuery = queryOptions({
  queryKey: ["offering"],
  queryFn: ({ signal }) => call(getOffering, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/**
 * Whether a service is offered. Until that is known it counts as offered, so that nothing appears
 * late if everything is; the server refuses what is not offered.
 */
export function useOffers(what: keyof Offering): boolean {
  const { data } = useQuery(offeringQuery);
  return data?.[what] ?? true;
}
