import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { PASSWORD_LENGTH } from "@tessera/contract/accounts/accounts.schemas";

const MIN_PASSWORD = PASSWORD_LENGTH.min;
const MAX_PASSWORD = PASSWORD_LENGTH.max;

/** What is wrong with an address, before the server is asked. */
export function emailProblem(email: string): MessageDescriptor | undefined {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email.trim())
    ? undefined
    : msg`Enter a full email address`;
}

export function captchaProblem(code: string): MessageDescriptor | undefined {
  return code.trim() === "" ? msg`Type the characters in the image` : undefined;
}

export function codeProblem(code: string): MessageDescriptor | undefined {
  return /^[0-9]{6}$/.test(code) ? undefined : msg`Enter the 6 digits from the email`;
}

/** Length alone: what is too common or holds the account's name the server knows. */
export function passwordProblem(password: string): MessageDescriptor | undefined {
  if (password.length < MIN_PASSWORD) {
    return msg`Use at least ${MIN_PASSWORD} characters`;
  }
  return password.length > MAX_PASSWORD ? msg`Use at most ${MAX_PASSWORD} characters` : undefined;
}

export function confirmProblem(password: string, confirm: string): MessageDescriptor | undefined {
  return password === confirm ? undefined : msg`Passwords do not match`;
}
