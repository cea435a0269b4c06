import { queryOptions, useQuery } from "@tanstack/react-query";
import { getOffering } from "@tessera/contract/back-office/offering.endpoints";
import type { Service } from "@tessera/contract/back-office/offering.schemas";
import { call } from "./api-client.ts";

/** Loads the list of available services, which changes only when the server restarts. */
export const offeringQuery = queryOptions({
  queryKey: ["offering"],
  queryFn: ({ signal }) => call(getOffering, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/**
 * Returns whether a service is available. While loading, a service counts as available, so that
 * content rarely appears late; the server rejects calls to unavailable services.
 */
export function useOffers(what: Service): boolean {
  const { data } = useQuery(offeringQuery);
  return data?.[what] ?? true;
}

/**
 * Returns whether a service is known to be available. Use for calls that the server would otherwise
 * reject. If loading fails, the service counts as available.
 */
export function useKnownToOffer(what: Service): boolean {
  const { data, isError } = useQuery(offeringQuery);
  return data?.[what] ?? isError;
}
