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
 * Ends every other session and replaces the caller's token with the one in the response. A proof
 * is good for one change.
 */
export const changePassword = endpoint({
  method: "POST",
  path: "/api/auth/password",
  summary: "Choose a new password; ends every other session and answers this one's new token",
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
 * Keeps all sessions. Choosing the current name changes nothing; a taken one is refused at
 * `username`. A proof is good for one change.
 */
export const changeUsername = endpoint({
  method: "PUT",
  path: "/api/auth/username",
  summary: "Choose another username; it replaces the old one for signing in at once",
  tag,
  access: "session",
  proof: true,
  body: changeUsernameBody,
  success: { status: 200, body: profile },
});

/** At most ten. */
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
  summary: "Sign a device out at once; 404 if it is signed out already",
  tag,
  access: "session",
  roles: EVERYBODY,
  params: idParams,
  success: { status: 204, body: null },
});

export const endOtherSessions = endpoint({
  method: "POST",
  path: "/api/auth/sessions/end-others",
  summary: "Sign every other device out at once",
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
