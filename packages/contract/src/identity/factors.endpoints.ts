import { EVERYBODY, endpoint } from "../endpoint.ts";
import { idParams } from "../fields.ts";
import { session } from "./accounts.schemas.ts";
import {
  addPasskeyBody,
  changedFactors,
  confirmTotpBody,
  factors,
  passkey,
  passkeyCreation,
  passkeyRequest,
  renamePasskeyBody,
  secondFactorBody,
  totpSecret,
} from "./factors.schemas.ts";

const tag = "accounts";

/**
 * Requires exactly one of `totp`, `recoveryCode` and `passkey`. The response is the same as for a
 * sign-in.
 */
export const completeLogin = endpoint({
  method: "POST",
  path: "/api/customer/login/second-factor",
  summary: "The second step of a sign-in, with the challenge of the first one",
  tag,
  access: "public",
  body: secondFactorBody,
  success: { status: 200, body: session },
  errors: ["second_factor_invalid", "sign_in_expired"],
});

export const getFactors = endpoint({
  method: "GET",
  path: "/api/auth/factors",
  summary: "The caller's second factors",
  tag,
  access: "session",
  member: "anyone",
  roles: EVERYBODY,
  success: { status: 200, body: factors },
});

export const askPasskey = endpoint({
  method: "POST",
  path: "/api/auth/proof/passkey",
  summary: "A challenge to confirm one's identity with a passkey; valid once, for 5 minutes",
  tag,
  access: "session",
  member: "anyone",
  idempotencyKey: { ignored: "secret" },
  roles: EVERYBODY,
  success: { status: 200, body: passkeyRequest },
  errors: ["factor_missing"],
});

export const beginTotp = endpoint({
  method: "POST",
  path: "/api/auth/factors/totp/begin",
  summary: "A secret for an authenticator app; its first code activates it",
  tag,
  access: "session",
  idempotencyKey: { ignored: "secret" },
  roles: EVERYBODY,
  proof: true,
  success: { status: 200, body: totpSecret },
});

/** Replaces the current authenticator app, if there is one. */
export const confirmTotp = endpoint({
  method: "POST",
  path: "/api/auth/factors/totp",
  summary: "Activate an authenticator app with its first code; ends every other session",
  tag,
  access: "session",
  idempotencyKey: { ignored: "secret" },
  roles: EVERYBODY,
  body: confirmTotpBody,
  success: { status: 200, body: changedFactors },
  errors: ["second_factor_invalid", "enrolment_expired", "withdrawals_on_hold"],
});

export const removeTotp = endpoint({
  method: "DELETE",
  path: "/api/auth/factors/totp",
  summary: "Remove the authenticator app; ends every other session",
  tag,
  access: "session",
  idempotencyKey: { ignored: "secret" },
  roles: EVERYBODY,
  proof: true,
  success: { status: 200, body: changedFactors },
  errors: ["factor_missing", "last_factor", "withdrawals_on_hold"],
});

export const beginPasskey = endpoint({
  method: "POST",
  path: "/api/auth/factors/passkeys/begin",
  summary: "Options to create a passkey; valid once, for 5 minutes",
  tag,
  access: "session",
  idempotencyKey: { ignored: "secret" },
  roles: EVERYBODY,
  proof: true,
  success: { status: 200, body: passkeyCreation },
  errors: ["too_many_passkeys"],
});

export const addPasskey = endpoint({
  method: "POST",
  path: "/api/auth/factors/passkeys",
  summary: "Register a passkey; ends every other session",
  tag,
  access: "session",
  idempotencyKey: { ignored: "secret" },
  roles: EVERYBODY,
  body: addPasskeyBody,
  success: { status: 201, body: changedFactors },
  errors: [
    "second_factor_invalid",
    "enrolment_expired",
    "too_many_passkeys",
    "withdrawals_on_hold",
  ],
});

export const renamePasskey = endpoint({
  method: "PUT",
  path: "/api/auth/factors/passkeys/:id",
  summary: "Rename a passkey",
  tag,
  access: "session",
  roles: EVERYBODY,
  params: idParams,
  body: renamePasskeyBody,
  success: { status: 200, body: passkey },
});

export const removePasskey = endpoint({
  method: "DELETE",
  path: "/api/auth/factors/passkeys/:id",
  summary: "Remove a passkey; ends every other session",
  tag,
  access: "session",
  idempotencyKey: { ignored: "secret" },
  roles: EVERYBODY,
  proof: true,
  params: idParams,
  success: { status: 200, body: changedFactors },
  errors: ["last_factor", "withdrawals_on_hold"],
});

export const renewRecoveryCodes = endpoint({
  method: "POST",
  path: "/api/auth/factors/recovery-codes",
  summary: "Ten new recovery codes; earlier ones stop working",
  tag,
  access: "session",
  idempotencyKey: { ignored: "secret" },
  roles: EVERYBODY,
  proof: true,
  success: { status: 200, body: changedFactors },
  errors: ["factor_missing", "withdrawals_on_hold"],
});

export const factorsEndpoints = {
  completeLogin,
  getFactors,
  askPasskey,
  beginTotp,
  confirmTotp,
  removeTotp,
  beginPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  renewRecoveryCodes,
} as const;
