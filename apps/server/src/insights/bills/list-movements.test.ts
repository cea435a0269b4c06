import {
  MOVEMENT_READINGS,
  MOVEMENT_STATUSES,
  type MovementQuery,
} from "@tessera/contract/insights/bills.schemas";
import { CURRENCIES, formatAmount } from "@tessera/money";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId, wireId } from "../../platform/ids.ts";
import { createTestContext, type TestContext } from "../../testing/test-context.ts";
import { listMovements, type MovementList } from "./list-movements.ts";

const KINDS = ["deposit", "purchase", "card_deposit", "refund"] as const;
const MERCHANTS = ["", "Adobe", "100% Cotton", "under_score", "Namecheap"] as const;
const START = Date.parse("2026-11-01T00:00:00Z");

interface Made {
  readonly id: string;
  readonly kind: (typeof KINDS)[number];
  readonly status: (typeof MOVEMENT_STATUSES)[number];
  readonly currency: (typeof CURRENCIES)[number];
  readonly cardId: string | null;
  readonly amountMinor: bigint;
  readonly title: string;
  readonly atMs: number;
}

const CARDS = [newId(), newId()] as const;
let setup: TestContext;
let customerId: string;
let otherId: string;
let made: Made[];

/** Creates random movements. Some change later, and many have the same time. */
async function makeMovements(count: number): Promise<Made[]> {
  const { context, clock } = setup;
  clock.advance(Math.max(0, (START - clock.now().getTime()) / 1000));
  const pick = <T>(values: readonly T[]) => fc.constantFrom(...values);
  const rows = fc.sample(
    fc.record({
      kind: pick(KINDS),
      born: pick(MOVEMENT_STATUSES),
      becomes: fc.option(pick(MOVEMENT_STATUSES), { freq: 2 }),
      currency: pick(CURRENCIES),
      cardId: pick([null, ...CARDS]),
      amountMinor: fc.bigInt(-500n, 500n),
      later: fc.option(fc.bigInt(-500n, 500n), { freq: 3 }),
      title: pick(MERCHANTS),
      atMs: fc.integer({ min: 0, max: 40 }).map((hour) => START + hour * 3_600_000),
    }),
    { numRuns: count, seed: 20261121 },
  );
  const all: Made[] = [];
  for (const row of rows) {
    const id = newId(clock.now());
    const base = {
      customerId,
      kind: row.kind,
      cardId: row.cardId,
      currency: row.currency,
      feeMinor: 0n,
      title: row.title,
      data: {},
      eventAt: new Date(row.atMs),
      clientKey: null,
      legs: [],
    };
    const own = { ...base, id, parentId: null, status: row.born, amountMinor: row.amountMinor };
    const change = {
      movementId: id,
      status: row.becomes ?? row.born,
      ...(row.later !== null && { amountMinor: row.later }),
    };
    const step = {
      ...base,
      id: newId(clock.now()),
      kind: "clearing",
      parentId: id,
      status: "completed",
      amountMinor: 1n,
      statusChanges: [change],
    } as const;
    const results = await context.ledger.post(
      context.db.kysely,
      row.becomes === null ? [own] : [own, step],
    );
    expect(results.every(({ outcome }) => outcome === "posted")).toBe(true);
    const isChanged = row.becomes !== null;
    all.push({
      ...row,
      id,
      status: row.becomes ?? row.born,
      amountMinor: isChanged && row.later !== null ? row.later : row.amountMinor,
    });
  }
  return all.sort((a, b) => b.atMs - a.atMs || (a.id < b.id ? 1 : -1));
}

beforeAll(async () => {
  setup = await createTestContext();
  customerId = (await setup.openCustomer()).customerId;
  otherId = (await setup.openCustomer()).customerId;
  made = await makeMovements(300);
});
afterAll(() => setup.close());

function magnitude(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}

function minor(text: string): bigint {
  return BigInt(text.replace(".", ""));
}

const EN_TITLES = {
  deposit: "Deposit, USDT",
  purchase: "Purchase",
  card_deposit: "Added to card",
  refund: "Refund",
};

/** Returns the status shown to the customer. */
function readingOf({ kind, status }: Made): string {
  const own: Record<string, string> = { processing: "awaiting_confirmation", expired: "failed" };
  return (kind === "deposit" ? own[status] : undefined) ?? status;
}

function matches(row: Made, query: MovementQuery): boolean {
  const title = (row.title === "" ? EN_TITLES[row.kind] : row.title).toLowerCase();
  return (
    (query.kind === undefined || row.kind === query.kind) &&
    (query.status === undefined || row.status === query.status) &&
    (query.reads === undefined || readingOf(row) === query.reads) &&
    (query.currency === undefined || row.currency === query.currency) &&
    (query.cardId === undefined || query.cardId === `card_${row.cardId}`) &&
    (query.from === undefined || row.atMs >= Date.parse(query.from)) &&
    (query.to === undefined || row.atMs < Date.parse(query.to)) &&
    (query.minAmount === undefined || magnitude(row.amountMinor) >= minor(query.minAmount)) &&
    (query.maxAmount === undefined || magnitude(row.amountMinor) <= minor(query.maxAmount)) &&
    (query.q === undefined || title.includes(query.q.trim().toLowerCase()))
  );
}

async function readAll(query: MovementQuery, over: Partial<MovementList> = {}): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await listMovements(setup.context, {
      customerId,
      locale: "en",
      list: "bills",
      ...over,
      query: cursor === undefined || cursor === null ? query : { ...query, cursor },
    });
    expect(page.data.length).toBeLessThanOrEqual(query.limit ?? 20);
    ids.push(...page.data.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return ids;
}

const query = fc.record(
  {
    limit: fc.integer({ min: 1, max: 100 }),
    kind: fc.constantFrom(...KINDS, "withdrawal" as const),
    status: fc.constantFrom(...MOVEMENT_STATUSES),
    reads: fc.constantFrom(...MOVEMENT_READINGS),
    currency: fc.constantFrom(...CURRENCIES),
    cardId: fc.constantFrom(...CARDS.map((id) => wireId("card", id)), wireId("card", newId()), "x"),
    from: fc.integer({ min: 0, max: 40 }).map((h) => new Date(START + h * 3_600_000).toISOString()),
    to: fc.integer({ min: 0, max: 41 }).map((h) => new Date(START + h * 3_600_000).toISOString()),
    minAmount: fc.integer({ min: 1, max: 600 }).map((n) => formatAmount(BigInt(n), "USD")),
    maxAmount: fc.integer({ min: 1, max: 600 }).map((n) => formatAmount(BigInt(n), "USD")),
    q: fc.constantFrom("a", "%", "_", "ADOBE", "card", " usdt ", "\\", "Purchase", "zzz"),
  },
  { requiredKeys: [] },
);

describe("the list of movements", () => {
  test("contains exactly the movements matching the filters, page by page, in order", async () => {
    await fc.assert(
      fc.asyncProperty(query, async (wanted) => {
        const expected = made.filter((row) => matches(row, wanted)).map(({ id }) => `mov_${id}`);
        expect(await readAll(wanted)).toEqual(expected);
      }),
      { numRuns: 150 },
    );
  });

  test.each(MOVEMENT_READINGS)(
    "contains exactly the movements that are shown with the status %s",
    async (reads) => {
      const expected = made.filter((row) => readingOf(row) === reads).map(({ id }) => `mov_${id}`);
      expect(await readAll({ reads, limit: 7 })).toEqual(expected);
    },
  );

  test("omits movements without a card if the list is for card movements", async () => {
    const expected = made.filter(({ cardId }) => cardId !== null).map(({ id }) => `mov_${id}`);
    expect(await readAll({ limit: 100 }, { onCards: true })).toEqual(expected);
  });

  test("contains only the types of movements that it is for, regardless of the query", async () => {
    const kinds = ["deposit", "withdrawal"] as const;
    const expected = made.filter(({ kind }) => kind === "deposit").map(({ id }) => `mov_${id}`);
    expect(await readAll({}, { kinds })).toEqual(expected);
    expect(await readAll({ kind: "purchase" }, { kinds })).toEqual([]);
  });

  test("contains no other customer's movements", async () => {
    expect(await readAll({}, { customerId: otherId })).toEqual([]);
    const cardId = wireId("card", CARDS[0]);
    expect(await readAll({ cardId }, { customerId: otherId })).toEqual([]);
  });

  test("has titles in the reader's language", async () => {
    const page = await listMovements(setup.context, {
      customerId,
      locale: "zh-TW",
      list: "bills",
      query: { kind: "deposit", q: "儲值" },
    });
    expect(page.data.length).toBeGreaterThan(0);
    expect(new Set(page.data.map(({ title }) => title))).toEqual(new Set(["USDT 儲值"]));
  });
});

describe("the list of movements filtered by amount", () => {
  test("uses the displayed amount: with the fee on bills, without it on cards", async () => {
    const { context, clock } = setup;
    const { customerId: funder } = await setup.openCustomer();
    const id = newId(clock.now());
    const results = await context.ledger.post(context.db.kysely, [
      {
        id,
        parentId: null,
        customerId: funder,
        kind: "card_deposit",
        status: "completed",
        cardId: CARDS[0],
        currency: "USD",
        amountMinor: 10_000n,
        feeMinor: 350n,
        title: "",
        data: {},
        eventAt: new Date(START),
        clientKey: null,
        legs: [],
      },
    ]);
    expect(results.map(({ outcome }) => outcome)).toEqual(["posted"]);
    const found = (minAmount: string, maxAmount: string, viewpoint: "account" | "card") =>
      readAll({ minAmount, maxAmount }, { customerId: funder, viewpoint });
    expect(await found("103.50", "103.50", "account")).toEqual([`mov_${id}`]);
    expect(await found("100.00", "103.49", "account")).toEqual([]);
    expect(await found("100.00", "100.00", "card")).toEqual([`mov_${id}`]);
  });
});

describe("a cursor for the list of movements", () => {
  const list = (over: Partial<MovementList>) =>
    listMovements(setup.context, { customerId, locale: "en", list: "bills", query: {}, ...over });
  const bad = { code: "invalid_input", fields: [{ path: "cursor", code: "malformed_cursor" }] };

  test("works only for the same list, customer and filters", async () => {
    const { nextCursor: cursor } = await list({ query: { limit: 5 } });
    if (cursor === null) {
      throw new Error("there is no second page");
    }
    expect((await list({ query: { limit: 7, cursor } })).data).toHaveLength(7);
    for (const other of [
      { query: { cursor }, list: "transactions" },
      { query: { cursor }, customerId: otherId },
      { query: { cursor, kind: "refund" } as const },
    ]) {
      await expect(list(other)).rejects.toMatchObject(bad);
    }
  });

  test("is rejected if it was changed, truncated or forged", async () => {
    const { nextCursor } = await list({ query: { limit: 5 } });
    const cursor = nextCursor ?? "";
    const flipped = `${cursor.startsWith("A") ? "B" : "A"}${cursor.slice(1)}`;
    for (const forged of [
      flipped,
      cursor.slice(0, 20),
      cursor.slice(0, -4),
      "x",
      "e30",
      "%",
      "🂡",
    ]) {
      await expect(list({ query: { cursor: forged } })).rejects.toMatchObject(bad);
    }
  });
});
