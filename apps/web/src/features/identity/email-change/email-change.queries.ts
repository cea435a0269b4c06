import { queryOptions } from "@tanstack/react-query";
import {
  cancelEmailChange,
  confirmEmailChange,
  getEmailChange,
  requestEmailChange,
  resendEmailCode,
} from "@tessera/contract/identity/email-change.endpoints";
import type {
  ConfirmedEmailChange,
  EmailStanding,
} from "@tessera/contract/identity/email-change.schemas";
import { call } from "../../../lib/api/api-client.ts";
import { ApiError } from "../../../lib/api/api-error.ts";
import type { PendingKey } from "../../../lib/api/pending-key.ts";
import { queryClient } from "../../../lib/api/query-client.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";
import { tryUntilKnown } from "../../../lib/api/try-until-known.ts";

/**
 * Fetches the state of the email address. Keyed under reviews, because a review decision ends a
 * pending request.
 */
export const emailQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.reviews, "email"],
  queryFn: async ({ signal }) => {
    const standing = await call(getEmailChange, { signal });
    refreshProfile(standing.email);
    return standing;
  },
});

/** Reloads the profile if its email is outdated; review events do not refresh the profile. */
function refreshProfile(email: string): void {
  const known = queryClient.getQueryData<{ readonly email: string }>(QUERY_ROOTS.profile);
  if (known !== undefined && known.email !== email) {
    void queryClient.invalidateQueries({ queryKey: QUERY_ROOTS.profile });
  }
}

function keep({ email, change }: EmailStanding): void {
  queryClient.setQueryData(emailQuery.queryKey, { email, change });
  refreshProfile(email);
}

/** Reloads the email's state after a conflict (409), because the cached state was outdated. */
async function refreshed<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) {
      await queryClient.invalidateQueries({ queryKey: emailQuery.queryKey });
    }
    throw error;
  }
}

/**
 * Requests an email change with a step-up token for the new address.
 *
 * @returns seconds until another code can be requested
 */
export function askForEmail(email: string, proof: string, key: PendingKey): Promise<number> {
  return refreshed(async () => {
    const answer = await tryUntilKnown(key, (idempotencyKey) =>
      call(requestEmailChange, { body: { email }, proof, idempotencyKey }),
    );
    keep(answer);
    return answer.retryAfterSeconds;
  });
}

/** Requests another emailed code and returns the seconds until the next one is allowed. */
export function askForCode(): Promise<number> {
  return refreshed(async () => {
    const answer = await call(resendEmailCode);
    keep(answer);
    return answer.retryAfterSeconds;
  });
}

/** Submits the emailed code; the change then takes effect or is sent for review. */
export function confirmEmail(
  code: string,
  key: PendingKey,
): Promise<ConfirmedEmailChange["outcome"]> {
  return refreshed(async () => {
    const answer = await tryUntilKnown(key, (idempotencyKey) =>
      call(confirmEmailChange, { body: { code }, idempotencyKey }),
    );
    keep(answer);
    void queryClient.invalidateQueries({ queryKey: QUERY_ROOTS.reviews });
    void queryClient.invalidateQueries({ queryKey: QUERY_ROOTS.sessions });
    return answer.outcome;
  });
}

/** Cancels the request that is waiting for its code. */
export function giveUpEmail(): Promise<void> {
  return refreshed(async () => {
    await call(cancelEmailChange);
    await queryClient.invalidateQueries({ queryKey: emailQuery.queryKey });
  });
}
