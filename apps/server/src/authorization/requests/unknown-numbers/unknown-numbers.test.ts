import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type App, buildApp } from "../../../app.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../../testing/cards-app.ts";
import { expectStatus } from "../../../testing/test-cards.ts";

let app: CardsApp;
let other: App;
let admin: TestCustomer;
/** Two of the program's BINs. */
let bins: string[];
beforeAll(async () => {
  app = await createCardsApp();
  // Another server on the same database, which shares no memory with this one.
  other = await buildApp({ ...app.context }, { maxEventLoopDelayMs: 0 });
  admin = await app.newOperator("administrator");
  const rows = await app.context.db.sql<{ bin: string }[]>`
    select bin from card_segment order by bin limit 2`;
  bins = rows.map(({ bin }) => bin);
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await other.server.close();
  await app.close();
});
afterEach(() => app.clock.advance(25 * 3_600));

const THRESHOLD = 30;
let serial = 0;

/** Tries numbers that belong to no card, on both servers. */
async function tryNumbers(head: string, times: number): Promise<void> {
  const answers = await Promise.all(
    Array.from({ length: times }, (_, place) => {
      serial += 1;
      const pan = head + String(serial).padStart(16 - head.length, "0");
      return (place % 2 === 0 ? app.app : other).server.inject({
        method: "POST",
        url: "/sandbox/network/authorize",
        payload: {
          ...{ pan, expiryMonth: 1, expiryYear: 2030, amount: "1.00", currency: "USD" },
          merchant: { name: "Adobe", mcc: "5734", country: "US" },
        },
      });
    }),
  );
  expect(new Set(answers.map((answer) => answer.json().code))).toEqual(new Set(["card_not_found"]));
}

async function onBoard() {
  return expectStatus(await app.call(admin, "GET /api/admin/board"), 200).body.unknownNumbers;
}

async function alerts(bin: string | null): Promise<number> {
  const [row] = await app.context.db.sql<{ alerts: number }[]>`
    select count(*)::int as alerts from ledger.audit
    where action = 'network.unknown_numbers' and object is not distinct from ${bin}`;
  return row?.alerts ?? 0;
}

test("unknown card numbers: many per BIN alert operators once, on screen and in logs", async () => {
  const [bin = "", another = ""] = bins;
  await tryNumbers(bin, THRESHOLD - 1);
  await tryNumbers(another, 3);
  expect(await onBoard()).toEqual([]);
  await tryNumbers(bin, 21);
  expect(await onBoard()).toEqual([
    { bin, tries: THRESHOLD + 20, since: expect.any(String), lastAt: expect.any(String) },
  ]);
  await tryNumbers(bin, THRESHOLD);
  expect(await onBoard()).toMatchObject([{ bin, tries: 2 * THRESHOLD + 20 }]);
  expect(await alerts(bin)).toBe(1);
  const logged = app.logs.filter((line) => line.includes("many unknown card numbers"));
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain(bin);
});

test("unknown card numbers: slow attempts raise no alert", async () => {
  const [bin = ""] = bins;
  const before = await alerts(bin);
  for (let round = 0; round < 4; round++) {
    await tryNumbers(bin, THRESHOLD / 2 - 1);
    app.clock.advance(6 * 60);
  }
  expect(await onBoard()).toEqual([]);
  expect(await alerts(bin)).toBe(before);
});

test("unknown card numbers: a later burst raises a new alert, shown for a day", async () => {
  const [, bin = ""] = bins;
  await tryNumbers(bin, THRESHOLD);
  app.clock.advance(11 * 60);
  await tryNumbers(bin, THRESHOLD);
  expect(await alerts(bin)).toBe(2);
  expect(await onBoard()).toMatchObject([{ bin, tries: THRESHOLD }]);
  app.clock.advance(24 * 3_600 + 1);
  expect(await onBoard()).toEqual([]);
});

test("unknown card numbers: attempts outside the program's BINs are counted together", async () => {
  await tryNumbers("990000", THRESHOLD / 2);
  await tryNumbers("980000", THRESHOLD / 2);
  expect(await onBoard()).toMatchObject([{ bin: null, tries: THRESHOLD }]);
  expect(await alerts(null)).toBe(1);
});

test("unknown card numbers: no attempted number is stored in any table or log", async () => {
  const [bin = ""] = bins;
  await tryNumbers(bin, THRESHOLD);
  const pan = bin + String(serial).padStart(16 - bin.length, "0");
  const [row] = await app.context.db.sql`
    select exists (
      select from unknown_number_try one where one::text like ${`%${pan}%`}
      union all select from unknown_number_burst one where one::text like ${`%${pan}%`}
      union all select from ledger.audit one where one::text like ${`%${pan}%`}
    ) as stored`;
  expect(row?.stored).toBe(false);
  expect(app.logs.some((line) => line.includes(pan))).toBe(false);
});
