import { type Endpoint, rolesOf } from "../endpoint.ts";
import type { MemberNeed } from "./member-permissions.ts";

type Needs = Readonly<Record<"read" | "write", MemberNeed>>;

const both = (need: MemberNeed): Needs => ({ read: need, write: need });

/** What the calls of each tag need, unless their declaration says otherwise. */
const NEEDS_BY_TAG: Readonly<Record<string, Needs>> = {
  accounts: both("own_account"),
  bills: both("read"),
  cards: { read: "read", write: "manage_cards" },
  mandates: { read: "read", write: "manage_cards" },
  wallet: { read: "read", write: "move_money" },
  bank: both("read"),
  withdrawals: { read: "read", write: "pay_out" },
  figures: both("read"),
  legal: { read: "read", write: "own" },
  outlook: both("read"),
  risk: { read: "read", write: "manage_cards" },
  reviews: { read: "read", write: "answer_cases" },
  practice: both("own_account"),
  logs: both("read_log"),
  receipts: { read: "read", write: "keep_books" },
  reconciliation: both("export"),
  "my-data": both("own_account"),
  support: both("contact_support"),
  sandbox: { read: "read", write: "manage_cards" },
  companies: both("own_account"),
  company: { read: "read", write: "administer" },
};

type NeedingEndpoint = Pick<
  Endpoint,
  "tag" | "method" | "access" | "roles" | "idempotencyKey" | "member"
>;

/**
 * Returns what a call needs of a person who acts for a company, or undefined if it is not a call of
 * customers. A tag that is not listed is not open to companies.
 */
export function memberNeedOf(endpoint: NeedingEndpoint): MemberNeed | undefined {
  const { tag, method, access, idempotencyKey, member } = endpoint;
  if (access !== "session" || !rolesOf(endpoint).includes("customer")) {
    return undefined;
  }
  if (member !== undefined) {
    return member;
  }
  const onlyReads =
    method === "GET" || (typeof idempotencyKey === "object" && idempotencyKey.ignored === "read");
  return NEEDS_BY_TAG[tag]?.[onlyReads ? "read" : "write"] ?? "not_offered";
}

/** Returns whether calls can be made only while acting for a company. */
export function isOfCompany({ tag }: Pick<Endpoint, "tag">): boolean {
  return tag === "company";
}
