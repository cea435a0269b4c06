import { KEY_TAGS, type KeyAccess, type KeyScopes } from "@tessera/contract/identity/key-scopes";

/** Returns scopes as they are stored: `cards:write`. */
export function storedScopes(
  scopes: Readonly<Partial<Record<string, KeyAccess | undefined>>>,
): string[] {
  return KEY_TAGS.flatMap((tag) => (scopes[tag] === undefined ? [] : [`${tag}:${scopes[tag]}`]));
}

/** Returns stored scopes by tag. A tag that the contract no longer has gives no access. */
export function scopesOf(stored: readonly string[]): KeyScopes {
  return Object.fromEntries(
    KEY_TAGS.flatMap((tag): [string, KeyAccess][] => {
      if (stored.includes(`${tag}:write`)) {
        return [[tag, "write"]];
      }
      return stored.includes(`${tag}:read`) ? [[tag, "read"]] : [];
    }),
  );
}
