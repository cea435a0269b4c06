import { queryOptions, useQuery } from "@tanstack/react-query";
import { getOffering } from "@tessera/contract/back-office/offering.endpoints";
import type { Offering } from "@tessera/contract/back-office/offering.schemas";
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

/**
 * Whether a service is known to be offered, for calls that would be refused otherwise. Where that
 * cannot be loaded it counts as offered.
 */
export function useKnownToOffer(what: keyof Offering): boolean {
  const { data, isError } = useQuery(offeringQuery);
  return data?.[what] ?? isError;
}
