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

/** Below the profile, whose event announces every step of a closing. */
export const closingQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.profile, "closing"],
  queryFn: ({ signal }) => call(getAccountClosing, { signal }),
  refetchOnMount: "always",
});

/** Reads the list again where it turned out to be another than the one that was shown. */
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

/** Asks for the account to be closed, with the proof that was given for the amounts that stay. */
export function askForClosing({ remaining, proof, key }: Confirmed): Promise<void> {
  const body = { remaining: [...remaining] };
  return kept(() =>
    tryUntilKnown(key, (idempotencyKey) =>
      call(askAccountClosing, { body, proof, idempotencyKey }),
    ),
  );
}

/** Names the amounts that stay once more. */
export function confirmRemaining({ remaining, proof, key }: Confirmed): Promise<void> {
  const body = { remaining: [...remaining] };
  return kept(() =>
    tryUntilKnown(key, (idempotencyKey) => call(nameRemaining, { body, proof, idempotencyKey })),
  );
}

/** Cancels the closing that is under way. */
export async function keepAccount(): Promise<void> {
  await call(cancelAccountClosing);
  await queryClient.invalidateQueries({ queryKey: closingQuery.queryKey });
}

/** Cancels the closing by the secret of a mailed link. */
export async function keepByLink(token: string): Promise<void> {
  await call(cancelClosingByLink, { body: { token } });
  await queryClient.invalidateQueries({ queryKey: closingQuery.queryKey });
}
