import { EVERYBODY, endpoint } from "../endpoint.ts";
import { idParams, listQuery, page } from "../fields.ts";
import {
  changePasswordAnswer,
  changePasswordBody,
  changeUsernameBody,
  endedSessions,
  profile,
  signedInDevice,
} from "./accounts.schemas.ts";

const tag = "accounts";

/**
 * Ends all other sessions and replaces the caller's token with the token in the response. A step-up
 * token is valid for one change.
 */
export const changePassword = endpoint({
  method: "POST",
  path: "/api/auth/password",
  summary: "Change the password; ends every other session and returns a new token",
  tag,
  access: "session",
  idempotencyKey: { ignored: "secret" },
  roles: EVERYBODY,
  proof: true,
  body: changePasswordBody,
  success: { status: 200, body: changePasswordAnswer },
  errors: ["withdrawals_on_hold"],
});

/**
 * Keeps all sessions. Submitting the current name has no effect; a taken name is an error on
 * `username`. A step-up token is valid for one change.
 */
export const changeUsername = endpoint({
  method: "PUT",
  path: "/api/auth/username",
  summary: "Change the username, which takes effect immediately",
  tag,
  access: "session",
  proof: true,
  body: changeUsernameBody,
  success: { status: 200, body: profile },
});

/** Returns at most ten sessions. */
export const listSessions = endpoint({
  method: "GET",
  path: "/api/auth/sessions",
  summary: "Where this person is signed in, this session first, then the newest",
  tag,
  access: "session",
  roles: EVERYBODY,
  query: listQuery,
  success: { status: 200, body: page(signedInDevice) },
});

export const endSession = endpoint({
  method: "DELETE",
  path: "/api/auth/sessions/:id",
  summary: "Sign a device out; 404 if it is signed out already",
  tag,
  access: "session",
  roles: EVERYBODY,
  params: idParams,
  success: { status: 204, body: null },
});

export const endOtherSessions = endpoint({
  method: "POST",
  path: "/api/auth/sessions/end-others",
  summary: "Sign every other device out",
  tag,
  access: "session",
  roles: EVERYBODY,
  success: { status: 200, body: endedSessions },
});

export const securityEndpoints = {
  changePassword,
  changeUsername,
  listSessions,
  endSession,
  endOtherSessions,
} as const;
