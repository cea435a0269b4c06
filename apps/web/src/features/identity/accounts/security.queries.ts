import { queryOptions } from "@tanstack/react-query";
import type { SignedInDevice } from "@tessera/contract/identity/accounts.schemas";
import {
  changePassword,
  changeUsername,
  endOtherSessions,
  endSession,
  listSessions,
} from "@tessera/contract/identity/security.endpoints";
import { call } from "../../../lib/api/api-client.ts";
import { isGone } from "../../../lib/api/api-error.ts";
import { everyRow } from "../../../lib/api/every-row.ts";
import { queryClient } from "../../../lib/api/query-client.ts";
import { QUERY_ROOTS } from "../../../lib/api/query-keys.ts";
import { renameUser, renewToken } from "../../../lib/session/session-store.ts";
import type { Prove } from "../../../ui/proof/use-proof.ts";
import { profileQuery } from "./profile.queries.ts";

/** Sorts the devices by last use, newest first, with this device at the top. */
function seenLastFirst(devices: readonly SignedInDevice[]): readonly SignedInDevice[] {
  return devices.toSorted(
    (one, other) =>
      Number(other.current) - Number(one.current) || other.lastSeenAt.localeCompare(one.lastSeenAt),
  );
}

/** Fetches this user's sessions, with this device first. */
export const sessionsQuery = queryOptions({
  queryKey: QUERY_ROOTS.sessions,
  queryFn: ({ signal }) => everyRow((query) => call(listSessions, { query, signal })),
  select: seenLastFirst,
  staleTime: 0,
});

/** What to sign out: one device by id, or all others. */
export type SignOutTarget = string | "others";

/** Signs devices out; succeeds if they are already signed out. */
export async function signDevicesOut(target: SignOutTarget): Promise<void> {
  try {
    if (target === "others") {
      await call(endOtherSessions);
    } else {
      await call(endSession, { params: { id: target } });
    }
  } catch (error) {
    if (!isGone(error)) {
      throw error;
    }
  }
  await queryClient.invalidateQueries({ queryKey: QUERY_ROOTS.sessions });
}

interface Passwords {
  readonly password: string;
  readonly confirmPassword: string;
}

/** Changes the password after a step-up; this session continues with a new token. */
export async function choosePassword(body: Passwords, prove: Prove): Promise<void> {
  const { token } = await call(changePassword, { proof: await prove(), body });
  renewToken(token);
}

/**
 * Changes the username after a step-up; all sessions continue.
 *
 * @returns the new username in lowercase
 */
export async function chooseUsername(username: string, prove: Prove): Promise<string> {
  const { user } = await call(changeUsername, { proof: await prove(), body: { username } });
  renameUser(user.username);
  queryClient.setQueryData(profileQuery.queryKey, user);
  return user.username;
}
