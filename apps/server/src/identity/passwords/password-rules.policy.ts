import type { FieldCode } from "@tessera/contract/fields";
import { COMMON_BASES } from "./common-passwords.policy.ts";

/** Common character substitutions, which attackers know too. */
const LEET: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

const WALKS = [
  "01234567890123456789",
  "98765432109876543210",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiopasdfghjklzxcvbnm",
  "qazwsxedcrfvtgbyhnujmikolp",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/",
  "1q2w3e4r5t6y7u8i9o0p",
  "qwerty123456789012345",
];

/** Returns the shortest substring whose repetition makes up the text. */
function period(text: string): string {
  const at = `${text}${text}`.indexOf(text, 1);
  return text.slice(0, at);
}

function stripped(text: string): string {
  return text.replace(/^[^a-z]+|[^a-z]+$/g, "");
}

function unleeted(text: string): string {
  return [...text].map((character) => LEET[character] ?? character).join("");
}

function isCommon(password: string): boolean {
  const lower = password.toLowerCase().replace(/\s+/g, "");
  if (period(lower).length <= 4 || new Set(lower).size <= 3) {
    return true;
  }
  if (WALKS.some((walk) => walk.includes(lower) || walk.startsWith(period(lower)))) {
    return true;
  }
  const plain = stripped(lower);
  const candidates = [plain, unleeted(plain), stripped(unleeted(lower))];
  return candidates.some((base) => COMMON_BASES.has(base) || COMMON_BASES.has(period(base)));
}

/** Returns the parts of an account's email and username that attackers would try first. */
function accountWords({ email, username }: { email: string; username?: string }): string[] {
  const [local = ""] = email.toLowerCase().split("@");
  return [email.toLowerCase(), local, username?.toLowerCase() ?? ""].filter(
    (word) => word.length >= 4,
  );
}

/**
 * Returns why a new password is rejected, other than for its length. Returns undefined if the
 * password is allowed.
 */
export function passwordProblem(
  password: string,
  account: { email: string; username?: string },
): FieldCode | undefined {
  const lower = password.normalize("NFC").toLowerCase();
  if (accountWords(account).some((word) => lower.includes(word))) {
    return "password_contains_account";
  }
  return isCommon(password.normalize("NFC")) ? "password_too_common" : undefined;
}
