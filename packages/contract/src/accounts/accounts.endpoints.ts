import { EVERYBODY, endpoint } from "../endpoint.ts";
import { idParams, page } from "../fields.ts";
import {
  captchaQuery,
  changePasswordAnswer,
  changePasswordBody,
  changeUsernameBody,
  endedSessions,
  loginBody,
  profile,
  proofAnswer,
  proofBody,
  registerAnswer,
  registerBody,
  resetPasswordAnswer,
  resetPasswordBody,
  sendCodeAnswer,
  sendCodeBody,
  session,
  signedInDevice,
  verifyEmailBody,
} from "./accounts.schemas.ts";

const tag = "accounts";

/** Answers an image; its id is in `X-Captcha-Id`. Single use, 120 seconds. */
export const getCaptcha = endpoint({
  method: "GET",
  path: "/api/captcha",
  summary: "A captcha image; its id is in X-Captcha-Id",
  tag,
  access: "public",
  query: captchaQuery,
  success: { status: 200, body: null },
});

export const sendCode = endpoint({
  method: "POST",
  path: "/api/auth/send-code",
  summary: "Mail a code for registering or for a password reset",
  tag,
  access: "public",
  body: sendCodeBody,
  success: { status: 200, body: sendCodeAnswer },
  errors: ["captcha_invalid"],
});

export const register = endpoint({
  method: "POST",
  path: "/api/customer/register",
  summary: "Open a customer's account, with a mailed code or by a mailed link",
  tag,
  access: "public",
  body: registerBody,
  success: { status: 201, body: registerAnswer },
  errors: ["captcha_invalid", "code_invalid"],
});

export const verifyEmail = endpoint({
  method: "POST",
  path: "/api/customer/verify-email",
  summary: "Follow a mailed verification link, once; signs in",
  tag,
  access: "public",
  body: verifyEmailBody,
  success: { status: 200, body: session },
  errors: ["link_invalid"],
});

export const login = endpoint({
  method: "POST",
  path: "/api/customer/login",
  summary: "Sign in by username or email, or learn what second step is asked for",
  tag,
  access: "public",
  body: loginBody,
  success: { status: 200, body: session },
  errors: ["wrong_credentials", "second_factor_required"],
});

export const resetPassword = endpoint({
  method: "POST",
  path: "/api/customer/reset-password",
  summary: "Set a new password with a mailed code; ends every session",
  tag,
  access: "public",
  body: resetPasswordBody,
  success: { status: 200, body: resetPasswordAnswer },
  errors: ["code_invalid"],
});

export const getProfile = endpoint({
  method: "GET",
  path: "/api/auth/profile",
  summary: "Who is signed in",
  tag,
  access: "session",
  roles: EVERYBODY,
  success: { status: 200, body: profile },
});

export const logout = endpoint({
  method: "POST",
  path: "/api/auth/logout",
  summary: "End this session",
  tag,
  access: "session",
  roles: EVERYBODY,
  success: { status: 204, body: null },
});

export const createProof = endpoint({
  method: "POST",
  path: "/api/auth/proof",
  summary: "Prove again who you are; the proof lasts 5 minutes",
  tag,
  access: "session",
  roles: EVERYBODY,
  body: proofBody,
  success: { status: 200, body: proofAnswer },
  errors: ["proof_invalid", "second_factor_required"],
});

/**
 * Ends every other session, and the token this was called with: the answer has the one that takes
 * its place. A proof serves for one change.
 */
export const changePassword = endpoint({
  method: "POST",
  path: "/api/auth/password",
  summary: "Choose a new password; ends every other session and answers this one's new token",
  tag,
  access: "session",
  roles: EVERYBODY,
  proof: true,
  body: changePasswordBody,
  success: { status: 200, body: changePasswordAnswer },
  errors: ["withdrawals_on_hold"],
});

/**
 * Sessions go on. Choosing the name one has changes nothing; a taken one is refused at `username`.
 * A proof serves for one change.
 */
export const changeUsername = endpoint({
  method: "PUT",
  path: "/api/auth/username",
  summary: "Choose another username; signing in takes it at once, and the old one no more",
  tag,
  access: "session",
  proof: true,
  body: changeUsernameBody,
  success: { status: 200, body: profile },
});

/** At most ten, so there is never a second page. */
export const listSessions = endpoint({
  method: "GET",
  path: "/api/auth/sessions",
  summary: "Where this person is signed in, this session first, then by when they were last seen",
  tag,
  access: "session",
  roles: EVERYBODY,
  success: { status: 200, body: page(signedInDevice) },
});

export const endSession = endpoint({
  method: "DELETE",
  path: "/api/auth/sessions/:id",
  summary: "Sign a device out at once; 404 where it is signed out already",
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

export const accountsEndpoints = {
  getCaptcha,
  sendCode,
  register,
  verifyEmail,
  login,
  resetPassword,
  getProfile,
  logout,
  createProof,
  changePassword,
  changeUsername,
  listSessions,
  endSession,
  endOtherSessions,
} as const;
