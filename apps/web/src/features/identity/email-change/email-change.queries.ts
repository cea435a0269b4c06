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

/** Beneath reviews, since it is a review that ends an open request. */
export const emailQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.reviews, "email"],
  queryFn: async ({ signal }) => {
    const standing = await call(getEmailChange, { signal });
    refreshProfile(standing.email);
    return standing;
  },
});

/** The profile shows the email, too, and does not hear of reviews. */
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

/** What stands is asked for anew where it turned out to be something else than was shown. */
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
 * Asks for another email with the proof that was given for it.
 *
 * @returns after how many seconds another code may be asked for
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

/** Has another code mailed. */
export function askForCode(): Promise<number> {
  return refreshed(async () => {
    const answer = await call(resendEmailCode);
    keep(answer);
    return answer.retryAfterSeconds;
  });
}

/** Gives the mailed code: the email is in force then, or under review. */
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

/** Gives up the request that waits for its code. */
export function giveUpEmail(): Promise<void> {
  return refreshed(async () => {
    await call(cancelEmailChange);
    await queryClient.invalidateQueries({ queryKey: emailQuery.queryKey });
  });
}
