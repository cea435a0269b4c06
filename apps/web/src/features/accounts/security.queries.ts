import { queryOptions } from "@tanstack/react-query";
import {
  changePassword,
  createProof,
  endOtherSessions,
  endSession,
  listSessions,
} from "@tessera/contract/accounts/accounts.endpoints";
import { call } from "../../lib/api-client.ts";
import { ApiError } from "../../lib/api-error.ts";
import { queryClient } from "../../lib/query-client.ts";
import { QUERY_ROOTS } from "../../lib/query-keys.ts";
import { renewToken } from "../../lib/session-store.ts";

/** Where the reader is signed in, this device first. */
export const sessionsQuery = queryOptions({
  queryKey: QUERY_ROOTS.sessions,
  queryFn: async ({ signal }) => (await call(listSessions, { signal })).data,
  staleTime: 0,
});

/** What is signed out: one device, or all but this one. */
export type SignOutTarget = string | "others";

/** Signs devices out; one that is signed out already is as good. */
export async function signDevicesOut(target: SignOutTarget): Promise<void> {
  try {
    if (target === "others") {
      await call(endOtherSessions);
    } else {
      await call(endSession, { params: { id: target } });
    }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) {
      throw error;
    }
  }
  await queryClient.invalidateQueries({ queryKey: QUERY_ROOTS.sessions });
}

interface Passwords {
  readonly current: string;
  readonly password: string;
  readonly confirmPassword: string;
}

/** Proves the current password and sets the new one; this session goes on under a new token. */
export async function choosePassword({ current, ...body }: Passwords): Promise<void> {
  const { proof } = await call(createProof, { body: { password: current } });
  const { token } = await call(changePassword, { proof, body });
  renewToken(token);
}
