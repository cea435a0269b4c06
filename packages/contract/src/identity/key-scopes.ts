import { type Endpoint, rolesOf } from "../endpoint.ts";

/** The tags of the contract whose calls API keys can make. */
export const KEY_TAGS = [
  "bills",
  "receipts",
  "cards",
  "mandates",
  "wallet",
  "bank",
  "withdrawals",
  "figures",
  "outlook",
  "risk",
  "reviews",
  "logs",
  "reconciliation",
  "webhooks",
] as const;
export type KeyTag = (typeof KEY_TAGS)[number];

/** What a key may do with the calls of a tag. `write` includes `read`. */
export type KeyAccess = "read" | "write";

/** The scopes of a key: its access to each tag. A tag that is absent is not accessible. */
export type KeyScopes = Readonly<Partial<Record<KeyTag, KeyAccess>>>;

/** The tags in which a key with `write` can send money out of the program. */
const TAGS_THAT_PAY_OUT: readonly KeyTag[] = ["withdrawals"];

type ScopedEndpoint = Pick<
  Endpoint,
  "tag" | "method" | "access" | "roles" | "keys" | "idempotencyKey"
>;

/** The scope that a call needs. */
export interface NeededScope {
  readonly tag: KeyTag;
  readonly access: KeyAccess;
}

function isKeyTag(tag: string): tag is KeyTag {
  return KEY_TAGS.some((known) => known === tag);
}

/**
 * Returns the scope that a key needs to make a call, or undefined if no key can make it. The method
 * decides between reading and writing, except for a `POST` that only reads.
 */
export function scopeNeededBy(endpoint: ScopedEndpoint): NeededScope | undefined {
  const { tag, method, access, keys, idempotencyKey } = endpoint;
  const isOfCustomers = access === "session" && rolesOf(endpoint).includes("customer");
  if (!isOfCustomers || keys === false || !isKeyTag(tag)) {
    return undefined;
  }
  const onlyReads =
    method === "GET" || (typeof idempotencyKey === "object" && idempotencyKey.ignored === "read");
  return { tag, access: onlyReads ? "read" : "write" };
}

/** Returns whether a key's scopes include the one that a call needs. */
export function includesScope(scopes: KeyScopes, { tag, access }: NeededScope): boolean {
  const given = scopes[tag];
  return given === "write" || (given === "read" && access === "read");
}

/** Returns whether a key with these scopes can send money out, and so needs a list of addresses. */
export function paysOut(scopes: KeyScopes): boolean {
  return TAGS_THAT_PAY_OUT.some((tag) => scopes[tag] === "write");
}
