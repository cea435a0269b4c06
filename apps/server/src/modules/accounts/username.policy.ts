/** Longest username, with room for the digits that make one unique. */
const MAX_BASE = 32;

/** What a username starts as: the email's local part in plain letters. */
export function usernameBase(email: string): string {
  const [local = ""] = email.toLowerCase().split("@");
  const plain = local
    .replace(/\+.*$/, "")
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, "")
    .slice(0, MAX_BASE);
  return plain.length < 2 ? `user-${plain}`.replace(/-$/, "") : plain;
}
