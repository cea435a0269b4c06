import { queryOptions } from "@tanstack/react-query";
import { getFactors } from "@tessera/contract/identity/factors.endpoints";
import type { FactorMethod } from "@tessera/contract/identity/factors.schemas";
import { call } from "../api/api-client.ts";
import { QUERY_ROOTS } from "../api/query-keys.ts";

/** Step-up methods. A password is available only if there is no second factor. */
export type ProofMethod = "password" | FactorMethod;

/** Loads the user's second factors. */
export const factorsQuery = queryOptions({
  queryKey: QUERY_ROOTS.factors,
  queryFn: ({ signal }) => call(getFactors, { signal }),
  staleTime: 60_000,
});

/** Returns whether this browser supports passkeys on this origin. */
export function canUsePasskeys(): boolean {
  const isNumber = /^[\d.]+$|^\[/.test(window.location.hostname);
  return window.isSecureContext && typeof PublicKeyCredential === "function" && !isNumber;
}

/** Returns the methods that the user can use in this browser, best first. */
export function usableMethods(methods: readonly FactorMethod[]): readonly ProofMethod[] {
  const usable = methods.filter((method) => method !== "passkey" || canUsePasskeys());
  return methods.length === 0 ? ["password"] : usable;
}
