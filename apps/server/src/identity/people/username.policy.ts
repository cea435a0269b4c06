/** Maximum length of the base, which leaves room for digits that make the username unique. */
const MAX_BASE = 32;

/** Returns the default username: the local part of the email in plain letters. */
export function usernameBase(email: string): string {
  const [local = ""] = email.toLowerCase().split("@");
  const plain = local
    .replace(/\+.*$/, "")
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, "")
    .slice(0, MAX_BASE);
  return plain.length < 2 ? `user-${plain}`.replace(/-$/, "") : plain;
}

/** Names that identify automated actors in audit events. */
const ACTING_NAME =
  /^(?:visitor|tessera|command-line|risk|system|reviews|practice|retention|customer|erased)$/;
const ID_OR_ERASED = /^(?:erased-|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$)/;

/**
 * Returns whether a username is reserved because it would identify another actor in an audit event.
 */
export function isReservedUsername(username: string): boolean {
  return ACTING_NAME.test(username) || ID_OR_ERASED.test(username);
}
