import { inTransaction } from "@tessera/database";
import type { Movement } from "@tessera/ledger";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { createTestContext, type TestContext } from "../../testing/test-context.ts";
import { listMovements, type MovementPage } from "./list-movements.ts";

const COUNT = 11_000;
const CHUNK = 1_000;
let setup: TestContext;
let customerId: string;

/** Creates more payments than are searched for a single page. */
beforeAll(async () => {
  setup = await createTestContext();
  customerId = (await setup.openCustomer()).customerId;
  const { context, clock } = setup;
  const lastMs = clock.now().getTime();
  const movementAt = (place: number): Movement => ({
    id: newId(clock.now()),
    parentId: null,
    customerId,
    kind: place === 0 ? "refund" : "purchase",
    status: "completed",
    cardId: null,
    currency: "USD",
    amountMinor: place === 0 ? 77_700n : -100n,
    feeMinor: 0n,
    title: place === 0 ? "Needle" : "Hay",
    data: {},
    eventAt: new Date(lastMs - (COUNT - place) * 60_000),
    clientKey: null,
    legs: [],
  });
  for (let first = 0; first < COUNT; first += CHUNK) {
    const movements = Array.from({ length: CHUNK }, (_, place) => movementAt(first + place));
    const results = await inTransaction(context.db, (tx) => context.ledger.post(tx, movements));
    expect(results.every(({ outcome }) => outcome === "posted")).toBe(true);
  }
});
afterAll(() => setup.close());

type Query = Parameters<typeof listMovements>[1]["query"];

function read(query: Query): Promise<MovementPage> {
  return listMovements(setup.context, { customerId, locale: "en", list: "bills", query });
}

/** Reads up to a few pages, stopping at the end of the list. */
async function readPages(query: Query): Promise<MovementPage[]> {
  const pages: MovementPage[] = [];
  let cursor: string | null = null;
  do {
    const page: MovementPage = await read(cursor === null ? query : { ...query, cursor });
    pages.push(page);
    cursor = page.nextCursor;
  } while (cursor !== null && pages.length < 10);
  return pages;
}

test.each([
  { q: "needle" },
  { minAmount: "777.00" },
  { q: "needle", minAmount: "777.00" },
] as const)(
  "movement search: rare matches are found across several bounded pages: %o",
  async (query) => {
    const pages = await readPages(query);
    expect(pages.map(({ data }) => data.length)).toEqual([0, 0, 1]);
    expect(pages.at(-1)?.data[0]?.title).toBe("Needle");
    const [first, second, last] = pages.map(({ searchedTo }) => searchedTo);
    expect(Date.parse(first ?? "")).toBeGreaterThan(Date.parse(second ?? ""));
    expect(last).toBeUndefined();
  },
);

test("movement search: a full page does not report how far it searched", async () => {
  const page = await read({ q: "hay" });
  expect(page.data).toHaveLength(20);
  expect(page.searchedTo).toBeUndefined();
});

test("movement search: every match is on exactly one page, even if a page ends early", async () => {
  const pages = await readPages({ maxAmount: "1.00", limit: 100, from: "2000-01-01T00:00:00Z" });
  const ids = pages.flatMap(({ data }) => data.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
});

test("movement search: matches that an index can find are on the first page", async () => {
  for (const query of [{ kind: "refund" }, { status: "declined" }, {}] as const) {
    const page = await read(query);
    expect(page.searchedTo).toBeUndefined();
  }
  expect((await read({ kind: "refund" })).data).toHaveLength(1);
});
