import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { PASSWORD_LENGTH, USERNAME_LENGTH } from "@tessera/contract/identity/accounts.schemas";
import { isFullEmail } from "../../../lib/email.ts";

const MIN_PASSWORD = PASSWORD_LENGTH.min;
const MAX_PASSWORD = PASSWORD_LENGTH.max;

/** Returns the problem with an email address, if any, before anything is sent. */
export function emailProblem(email: string): MessageDescriptor | undefined {
  return isFullEmail(email) ? undefined : msg`Enter a full email address`;
}

export function captchaProblem(code: string): MessageDescriptor | undefined {
  return code.trim() === "" ? msg`Type the characters in the image` : undefined;
}

export function codeProblem(code: string): MessageDescriptor | undefined {
  return /^[0-9]{6}$/.test(code) ? undefined : msg`Enter the 6 digits from the email`;
}

/**
 * Checks only the length. The server also rejects common passwords and passwords that contain the
 * username or the email address.
 */
export function passwordProblem(password: string): MessageDescriptor | undefined {
  if (password.length < MIN_PASSWORD) {
    return msg`Use at least ${MIN_PASSWORD} characters`;
  }
  return password.length > MAX_PASSWORD ? msg`Use up to ${MAX_PASSWORD} characters` : undefined;
}

export function confirmProblem(password: string, confirm: string): MessageDescriptor | undefined {
  return password === confirm ? undefined : msg`Passwords do not match`;
}

/** Checks the characters of a username; the server checks whether it is available. */
export function usernameProblem(
  typed: string,
  current: string | undefined,
): MessageDescriptor | undefined {
  const { min, max } = USERNAME_LENGTH;
  const username = typed.trim().toLowerCase();
  if (username === current) {
    return msg`This is already your username`;
  }
  if (username.length < min || username.length > max) {
    return msg`Use ${min} to ${max} characters`;
  }
  return /^[a-z0-9][a-z0-9._-]*$/.test(username)
    ? undefined
    : msg`Use letters a to z, digits, dots, hyphens and underscores; begin with a letter or digit`;
}
