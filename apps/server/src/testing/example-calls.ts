import type { Endpoint } from "@tessera/contract/endpoint";
import * as z from "zod/mini";
import { exampleOf, type JsonSchema } from "../platform/openapi/openapi-examples.ts";
import type { Kind, Things } from "./role-things.ts";
import { ruleOver } from "./test-strategies.ts";

/** Returns a call's name in the role matrix: its method and path. */
export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** The type of object that `:id` refers to, by path. */
const KIND_BY_PATH: readonly (readonly [path: RegExp, kind: Kind])[] = [
  [/\/auth\/sessions\/:id/, "session"],
  [/\/passkeys\/:id/, "passkey"],
  [/\/(?:transactions|movements)\/:id/, "movement"],
  [/\/api-keys\/:id/, "apiKey"],
  [/\/receipts\/:id/, "receipt"],
  [/\/webhooks\/:id/, "webhook"],
  [/\/cards\/freeze-all\/:id/, "freezeAll"],
  [/\/cards\/:id/, "card"],
  [/\/mandates\/:id/, "mandate"],
  [/\/strategies\/:id/, "strategy"],
  [/\/declines\/:id/, "movement"],
  [/\/grants\/:id/, "grant"],
  [/\/review-documents\/:id/, "document"],
  [/\/admin\/reviews\/:id/, "case"],
  [/\/reviews\/:id\/(?:documents|answer|withdraw|appeal)/, "case"],
  [/\/reviews\/:id/, "review"],
  [/\/deposits\/:id/, "deposit"],
  [/\/customers\/:id/, "customer"],
  [/\/addresses\/:id/, "address"],
  [/\/withdrawals\/:id/, "withdrawal"],
  [/\/exchanges\/:id/, "exchange"],
  [/\/exports\/:id/, "export"],
  [/\/archives\/:id/, "archive"],
  [/\/(?:logs|audit)\/:id/, "log"],
  [/\/announcements\/:id/, "announcement"],
  [/\/conversations\/:id/, "conversation"],
  [/\/attachments\/:id/, "attachment"],
  [/\/canned-answers\/:id/, "answer"],
  [/\/segments\/:id/, "segment"],
  [/\/fees\/:id/, "fees"],
  [/\/unmatched\/:id/, "unmatched"],
  [/\/account-stops\/:id/, "stop"],
  [/\/corrections\/:id/, "correction"],
  [/\/bank\/statements\/:id/, "bankStatement"],
  [/\/bank\/entries\/:id/, "bankEntry"],
  [/\/reconciliation\/breaks\/:id/, "ledgerBreak"],
  [/\/companies\/:id\/leave/, "joinedCompany"],
  [/\/companies\/:id\/ownership\/accept/, "offeredCompany"],
  [/\/companies\/:id\/ownership\/decline/, "declinedCompany"],
  [/\/companies\/:id/, "company"],
  [/\/company\/members\/:id/, "member"],
  [/\/company\/invitations\/:id/, "memberInvitation"],
  [/\/operators\/:id/, "operator"],
  [/\/operator-invitations\/:id/, "invitation"],
  [/\/proposals\/:id/, "proposal"],
  [/\/programme\/rules\/:id/, "programmeRule"],
  [/\/rule-proposals\/:id/, "ruleProposal"],
];

/** Returns the type of object that `:id` refers to in a call. Throws if the path is not listed. */
export function kindOf({ path }: Endpoint): Kind {
  const found = KIND_BY_PATH.find(([pattern]) => pattern.test(path));
  if (found === undefined) {
    throw new Error(`no test says what the id of ${path} is`);
  }
  return found[1];
}

const WEEK_MS = 7 * 86_400_000;

/** The same for every call, because some tests repeat calls. */
const MANDATE_TERMS = {
  ...{ merchant: "Adobe", ceiling: "40.00", currency: "USD", purpose: "An example" },
  until: new Date(Date.now() + WEEK_MS).toISOString(),
};

/** Returns the subject of a step-up token for approving a mandate, whatever its terms are. */
export const mandateSubject = (mandateId: string) =>
  ({
    ...MANDATE_TERMS,
    operation: "mandate_approval",
    mandateId,
    revision: 1,
    total: "42.90",
  }) as const;

const RULE_NAMES = { en: "Rule", "zh-CN": "规则", "zh-TW": "規則" };
const RULE_TERMS = { kind: "payments", when: { mccs: { match: "any_of", values: ["7995"] } } };

/** Request bodies that cannot be generated from the schema alone. */
const BODIES: Readonly<Record<string, (things: Things) => object>> = {
  "POST /api/reconciliation/exports": ({ card }) => ({
    ...{ fromDay: "2026-01-01", toDay: "2027-12-31", timeZone: "UTC" },
    ...{ accounts: [], cards: [card], format: "csv" },
  }),
  "POST /api/api-keys": () => ({
    ...{ name: "Bookkeeping", scopes: { bills: "read" }, ceilings: [], addresses: [] },
    ...{ callsPerMinute: 60, expiresInDays: 90 },
  }),
  "POST /api/receipts/:id/attach": ({ movement }) => ({ movementId: movement }),
  "POST /api/receipts/:id/detach": ({ movement }) => ({ movementId: movement }),
  "PUT /api/receipts/:id": () => ({
    ...{ amount: "11.00", currency: "USD", paidOn: "2026-01-31", merchant: "Acme" },
  }),
  "PUT /api/transactions/:id/note": () => ({
    ...{ memo: "Lunch", project: null, taxCode: null, revision: 0 },
  }),
  "POST /api/webhooks": () => ({
    ...{ name: "Books", url: "https://hooks.tessera.invalid/", types: [], cards: [] },
  }),
  "PUT /api/webhooks/:id": () => ({ name: "Books", types: [], cards: [] }),
  "POST /api/webhooks/:id/replay-since": () => ({ fromSequence: 1 }),
  "POST /api/mandates": () => MANDATE_TERMS,
  "PUT /api/mandates/:id": () => ({ ...MANDATE_TERMS, revision: 1 }),
  "POST /api/cards/:id/deposit": ({ quote }) => ({ quoteId: quote }),
  "POST /api/cards/:id/withdraw": ({ takeOut }) => ({ quoteId: takeOut }),
  "POST /api/wallet/exchanges": ({ exchangeQuote }) => ({ quoteId: exchangeQuote }),
  "POST /api/support/conversations/:id/messages": () => ({ text: "More" }),
  "POST /api/support/conversations/:id/read": ({ message }) => ({ upTo: message }),
  "POST /api/admin/support/conversations/:id/messages": () => ({ text: "An answer" }),
  "POST /api/admin/support/conversations/:id/read": ({ message }) => ({ upTo: message }),
  "POST /api/admin/programme/rules": () => ({
    ...{ names: RULE_NAMES, terms: RULE_TERMS, mode: "off", reason: "Example" },
  }),
  "PUT /api/admin/programme/rules/:id": () => ({
    ...{ version: 1, names: RULE_NAMES, terms: RULE_TERMS, mode: "off", reason: "Example" },
  }),
  "POST /api/admin/programme/rules/backtest": () => ({ terms: RULE_TERMS, days: 30 }),
  "PUT /api/cards/:id/schedule": () => ({ windows: [] }),
  "PUT /api/risk/strategies/:id": () => ({ name: "Rule", rule: ruleOver("8.00"), basedOn: 1 }),
};

/**
 * Returns a valid request body that refers to these objects, or undefined if the call has no body.
 */
export function exampleBody(endpoint: Endpoint, things: Things): unknown {
  const { body } = endpoint;
  const own = BODIES[nameOf(endpoint)];
  if (own !== undefined) {
    return own(things);
  }
  return body === undefined
    ? undefined
    : exampleOf(z.toJSONSchema(body, { io: "input", unrepresentable: "any" }) as JsonSchema);
}
