import { queryOptions } from "@tanstack/react-query";
import { getFactors } from "@tessera/contract/identity/factors.endpoints";
import type { FactorMethod } from "@tessera/contract/identity/factors.schemas";
import { call } from "../api/api-client.ts";
import { QUERY_ROOTS } from "../api/query-keys.ts";

/** How somebody proves that it is them; the password only where there is nothing else. */
export type ProofMethod = "password" | FactorMethod;

/** The reader's second factors. */
export const factorsQuery = queryOptions({
  queryKey: QUERY_ROOTS.factors,
  queryFn: ({ signal }) => call(getFactors, { signal }),
  staleTime: 60_000,
});

/** Whether this browser, opened at this address, can ask for passkeys at all. */
export function canUsePasskeys(): boolean {
  const isNumber = /^[\d.]+$|^\[/.test(window.location.hostname);
  return window.isSecureContext && typeof PublicKeyCredential === "function" && !isNumber;
}

/** What of somebody's methods can be used here, the best first. */
export function usableMethods(methods: readonly FactorMethod[]): readonly ProofMethod[] {
  const usable = methods.filter((method) => method !== "passkey" || canUsePasskeys());
  return methods.length === 0 ? ["password"] : usable;
}
