import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId, parseId } from "../../platform/ids.ts";
import { brokenPromises } from "../../testing/broken-promises.ts";
import { type CardsApp, createCardsApp } from "../../testing/cards-app.ts";
import { expectStatus } from "../../testing/test-cards.ts";
import { withoutRepeatedJobs } from "../../testing/without-repeated-jobs.ts";
import { EXCHANGE_CHECKS } from "./exchange-checks.repository.ts";

const NAMES = EXCHANGE_CHECKS.map(({ name }) => name);
const [MOVED = "", POSITION = ""] = NAMES;
const QUOTED = NAMES.at(-1) ?? "";

let app: CardsApp;
let owner: postgres.Sql;
/** The exchange that each test tampers with. */
let id: string;

beforeAll(async () => {
  app = await withoutRepeatedJobs(() => createCardsApp());
  owner = postgres(app.database.ownerUrl, { max: 1, onnotice: () => undefined });
  // What triggers refuse, even to the owner, somebody with more rights could still do.
  await owner`alter table ledger.transfer disable trigger user`;
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

beforeEach(async () => {
  const customer = await app.newCustomer({ USD: 100_000n });
  const asked = { from: "USD", to: "EUR", sell: "100.00" };
  const quote = expectStatus(
    await app.call(customer, "POST /api/wallet/exchanges/quote", asked),
    201,
  );
  const { quoteId } = quote.body;
  const made = await app.call(
    customer,
    "POST /api/wallet/exchanges",
    { quoteId },
    { key: newId() },
  );
  id = parseId("exc", expectStatus(made, 201).body.id) ?? "";
});

/** Lists the invariants for exchanges that are violated. */
async function broken(): Promise<string[]> {
  const own = new Set(EXCHANGE_CHECKS.map(({ name }) => name));
  const all = await brokenPromises(app.context, EXCHANGE_CHECKS);
  return [...own].filter((name) => all.some((one) => one.startsWith(`${name}:`)));
}

/** Tampers, lists what is violated meanwhile, and undoes it. */
async function whileTampered(change: string, undo: string): Promise<string[]> {
  expect(await broken()).toEqual([]);
  const { count } = await owner.unsafe(change, [id]);
  expect(count).toBe(1);
  const found = await broken();
  await owner.unsafe(undo, [id]);
  expect(await broken()).toEqual([]);
  return found;
}

describe("verify notices", () => {
  test("exchange checks: a quote that is changed after its exchange", async () => {
    const found = await whileTampered(
      "update exchange_quote set bought_minor = bought_minor + 1 where id = $1",
      "update exchange_quote set bought_minor = bought_minor - 1 where id = $1",
    );
    expect(found).toEqual([MOVED, POSITION, QUOTED]);
  });

  test("exchange checks: a rate other than the source's", async () => {
    const found = await whileTampered(
      "update exchange_quote set sold_per_euro = sold_per_euro - 1000 where id = $1",
      "update exchange_quote set sold_per_euro = sold_per_euro + 1000 where id = $1",
    );
    expect(found).toEqual([QUOTED]);
  });

  test("exchange checks: a transfer of another amount", async () => {
    const found = await whileTampered(
      "update ledger.transfer set amount = amount + 1 where movement_id = $1",
      "update ledger.transfer set amount = amount - 1 where movement_id = $1",
    );
    expect(found).toContain(MOVED);
    expect(found).toContain(POSITION);
  });

  test("exchange checks: movements without an exchange", async () => {
    await owner`create table kept as select * from currency_exchange where id = ${id}`;
    const found = await whileTampered(
      "delete from currency_exchange where id = $1",
      "insert into currency_exchange select * from kept where id = $1",
    );
    await owner`drop table kept`;
    expect(found).toEqual([MOVED, POSITION]);
  });

  test("exchange checks: a counter that differs from the position", async () => {
    const [row] = await owner<{ id: string }[]>`
      select subject as id from ledger.counter where time_window = 'exchange:sold'
        and subject = '00000000-0000-7000-8000-000000000840'`;
    const sold = `update ledger.counter set amount = amount %s 1
      where time_window = 'exchange:sold' and subject = '${row?.id}' and $1 <> ''`;
    const found = await whileTampered(sold.replace("%s", "+"), sold.replace("%s", "-"));
    expect(found).toEqual([POSITION]);
  });
});
