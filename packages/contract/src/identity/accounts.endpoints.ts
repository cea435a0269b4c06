import { EVERYBODY, endpoint } from "../endpoint.ts";
import {
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
  verifyEmailBody,
} from "./accounts.schemas.ts";

const tag = "accounts";

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
  summary: "Register a customer, with an emailed code or an emailed link",
  tag,
  access: "public",
  body: registerBody,
  success: { status: 201, body: registerAnswer },
  errors: ["captcha_invalid", "code_invalid"],
});

export const verifyEmail = endpoint({
  method: "POST",
  path: "/api/customer/verify-email",
  summary: "Verify an email with its link, once; signs in",
  tag,
  access: "public",
  body: verifyEmailBody,
  success: { status: 200, body: session },
  errors: ["link_invalid"],
});

export const login = endpoint({
  method: "POST",
  path: "/api/customer/login",
  summary: "Sign in by username or email, or get the challenge of the second step",
  tag,
  access: "public",
  body: loginBody,
  success: { status: 200, body: session },
  errors: ["wrong_credentials", "second_factor_required", "account_closed"],
});

export const resetPassword = endpoint({
  method: "POST",
  path: "/api/customer/reset-password",
  summary: "Set a new password with an emailed code; ends every session",
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
  member: "anyone",
  roles: EVERYBODY,
  success: { status: 200, body: profile },
});

export const logout = endpoint({
  method: "POST",
  path: "/api/auth/logout",
  summary: "End this session",
  tag,
  access: "session",
  member: "anyone",
  idempotencyKey: { ignored: "logout" },
  roles: EVERYBODY,
  success: { status: 204, body: null },
});

export const createProof = endpoint({
  method: "POST",
  path: "/api/auth/proof",
  summary: "Confirm one's identity; the step-up token is valid for 5 minutes",
  tag,
  access: "session",
  member: "anyone",
  idempotencyKey: { ignored: "secret" },
  roles: EVERYBODY,
  body: proofBody,
  success: { status: 200, body: proofAnswer },
  errors: ["proof_invalid", "second_factor_required"],
});

export const accountsEndpoints = {
  sendCode,
  register,
  verifyEmail,
  login,
  resetPassword,
  getProfile,
  logout,
  createProof,
} as const;
