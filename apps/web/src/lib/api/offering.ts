import { queryOptions, useQuery } from "@tanstack/react-query";
import { getOffering } from "@tessera/contract/back-office/offering.endpoints";
import type { Offering } from "@tessera/contract/back-office/offering.schemas";
import { call } from "./api-client.ts";

/** Loads which services are offered; this changes only when the server restarts. */
const offeringQuery = queryOptions({
  queryKey: ["offering"],
  queryFn: ({ signal }) => call(getOffering, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/**
 * Returns whether a service is offered. While loading, it counts as offered, so that nothing
 * appears late in the usual case; the server refuses what it does not offer.
 */
export function useOffers(what: keyof Offering): boolean {
  const { data } = useQuery(offeringQuery);
  return data?.[what] ?? true;
}

/**
 * Returns whether a service is known to be offered, for calls that would be refused otherwise. If
 * loading fails, it counts as offered.
 */
export function useKnownToOffer(what: keyof Offering): boolean {
  const { data, isError } = useQuery(offeringQuery);
  return data?.[what] ?? isError;
}
