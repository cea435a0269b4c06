import { queryOptions } from "@tanstack/react-query";
import {
  askAccountClosing,
  cancelAccountClosing,
  cancelClosingByLink,
  getAccountClosing,
  nameRemaining,
} from "@tessera/contract/identity/account-closing.endpoints";
import type {
  ClosingStanding,
  NamedAmount,
} from "@tessera/contract/identity/account-closing.schemas";
import { call } from "../../../lib/api/api-client.ts";
import { ApiError } from "../../../lib/api/api-error.ts";
import type { PendingKey } from "../../../lib/api/pending-key.ts";
import { queryClient } from "../../../lib/api/query-client.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";
import { tryUntilKnown } from "../../../lib/api/try-until-known.ts";

/**
 * Fetches the state of the account closure. Keyed under the profile, because profile events
 * announce every step of a closure.
 */
export const closingQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.profile, "closing"],
  queryFn: ({ signal }) => call(getAccountClosing, { signal }),
  refetchOnMount: "always",
});

/**
 * Caches the result of `act`. Reloads the closure after a conflict (409), because the cached state
 * was outdated.
 */
async function kept(act: () => Promise<ClosingStanding>): Promise<void> {
  try {
    queryClient.setQueryData(closingQuery.queryKey, await act());
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) {
      await queryClient.invalidateQueries({ queryKey: closingQuery.queryKey });
    }
    throw error;
  }
}

interface Confirmed {
  readonly remaining: readonly NamedAmount[];
  readonly proof: string;
  readonly key: PendingKey;
}

/**
 * Requests the closure of the account, with a step-up token that covers the listed remaining
 * amounts.
 */
export function askForClosing({ remaining, proof, key }: Confirmed): Promise<void> {
  const body = { remaining: [...remaining] };
  return kept(() =>
    tryUntilKnown(key, (idempotencyKey) =>
      call(askAccountClosing, { body, proof, idempotencyKey }),
    ),
  );
}

/** Confirms the remaining amounts again after they have changed. */
export function confirmRemaining({ remaining, proof, key }: Confirmed): Promise<void> {
  const body = { remaining: [...remaining] };
  return kept(() =>
    tryUntilKnown(key, (idempotencyKey) => call(nameRemaining, { body, proof, idempotencyKey })),
  );
}

/** Cancels the pending account closure. */
export async function keepAccount(): Promise<void> {
  await call(cancelAccountClosing);
  await queryClient.invalidateQueries({ queryKey: closingQuery.queryKey });
}

/** Cancels the account closure with the token from an emailed link. */
export async function keepByLink(token: string): Promise<void> {
  await call(cancelClosingByLink, { body: { token } });
  await queryClient.invalidateQueries({ queryKey: closingQuery.queryKey });
}
