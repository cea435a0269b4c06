import type { Sql } from "postgres";
import { expect, test } from "vitest";
import { checkWebhooks, type WebhookTruth } from "./check-webhooks.ts";

const EVENT = {
  ...{ endpoint: "one", id: "evt_1", headerId: "evt_1", sequence: 1, block: 4 },
  ...{ object: "movement", isSigned: true },
};
const OTHER = { ...EVENT, id: "evt_2", headerId: "evt_2", sequence: 2, object: "card" };
const TRUTH: WebhookTruth = {
  subscribers: [{ customerId: "customer", endpoints: ["one"] }],
  events: [EVENT, OTHER],
  trapped: [],
};
const ROWS = [
  { block: 4, object: "movement" },
  { block: 4, object: "card" },
];

/** Answers the checker's statements as a database with these rows would. */
function databaseOf(rows: readonly object[]): Sql {
  return (async () => rows) as never;
}

test("lab:webhooks: its checker finds nothing wrong if each event came, even twice", async () => {
  const truth = { ...TRUTH, events: [EVENT, OTHER, EVENT] };
  expect(await checkWebhooks(databaseOf(ROWS), truth)).toEqual([]);
});

test.each([
  ["never came", ROWS, { ...TRUTH, events: [EVENT] }],
  [
    "came under another id the second time",
    ROWS,
    { ...TRUTH, events: [EVENT, OTHER, { ...EVENT, id: "evt_9", headerId: "evt_9" }] },
  ],
  ["is not in the ledger", ROWS.slice(0, 1), TRUTH],
  ["names another block", ROWS, { ...TRUTH, events: [EVENT, { ...OTHER, block: 5 }] }],
  ["names another object", ROWS, { ...TRUTH, events: [EVENT, { ...OTHER, object: "x" }] }],
  ["is not signed", ROWS, { ...TRUTH, events: [EVENT, { ...OTHER, isSigned: false }] }],
  [
    "has another id in its header",
    ROWS,
    { ...TRUTH, events: [EVENT, { ...OTHER, headerId: "x" }] },
  ],
  [
    "came to another endpoint only",
    ROWS,
    { ...TRUTH, events: [EVENT, { ...OTHER, endpoint: "x" }] },
  ],
  ["reached a trap", ROWS, { ...TRUTH, trapped: ["10.0.0.1"] }],
])("lab:webhooks: its checker finds an event that %s", async (_, rows, truth) => {
  expect(await checkWebhooks(databaseOf(rows), truth)).not.toEqual([]);
});
