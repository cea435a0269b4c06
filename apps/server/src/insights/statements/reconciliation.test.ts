import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { giveMoney } from "../../testing/give-money.ts";
import {
  expectStatus,
  fund,
  network,
  openCard,
  SEGMENTS,
  step,
  type TestCard,
} from "../../testing/test-cards.ts";
import {
  ask,
  ended,
  exported,
  fetchFile,
  minorOf,
  questionBody,
  rowsOf,
} from "./reconciliation.fixtures.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

async function replace(customer: TestCustomer, card: Pick<TestCard, "id">) {
  const { password } = customer;
  const { body } = await app.call(customer, "POST /api/auth/proof", { password });
  const headers = { "x-proof": body.proof };
  const path = `POST /api/cards/${card.id}/replace` as const;
  return expectStatus(
    await app.call(customer, path, { reason: "lost" }, { key: newId(), headers }),
    201,
  ).body.card;
}

async function exchange(customer: TestCustomer, asked: object) {
  const path = "POST /api/wallet/exchanges" as const;
  const { quoteId } = expectStatus(await app.call(customer, `${path}/quote`, asked), 201).body;
  expectStatus(await app.call(customer, path, { quoteId }, { key: newId() }), 201);
}

/**
 * Creates deposits, fees, a hold, partial settlements, a refund, a debt, a closed card, a replaced
 * card and exchanges in both directions.
 */
async function eventful() {
  const customer = await app.newCustomer({ USD: 1_000_000n, EUR: 50_000n });
  const [spent, closed, lost] = [
    await openCard(app, customer),
    await openCard(app, customer),
    await openCard(app, customer),
  ];
  const euros = await openCard(app, customer, SEGMENTS.visaStandardEur);
  await fund(app, customer, spent, 20_000n);
  await fund(app, customer, closed, 5_000n);
  await fund(app, customer, lost, 7_000n);
  const held = await network(app, "authorize", spent, { amount: "30.00" });
  await step(app, "clear", held.authorizationId, "12.34");
  const given = await network(app, "authorize", spent, { amount: "8.00" });
  await step(app, "reverse", given.authorizationId);
  await network(app, "single-message", spent, { amount: "20.00" });
  await network(app, "refund", spent, { amount: "5.50" });
  await network(app, "force-post", closed, { amount: "80.00" });
  await fund(app, customer, closed, 10_000n);
  expectStatus(
    await app.call(customer, `POST /api/cards/${closed.id}/close`, {}, { key: newId() }),
    200,
  );
  const fresh = await replace(customer, lost);
  await exchange(customer, { from: "EUR", to: "USD", sell: "100.00" });
  await exchange(customer, { from: "USD", to: "CNY", buy: "71.00" });
  await network(app, "force-post", spent, { amount: "400.00" });
  return { customer, spent, closed, lost, fresh, euros };
}

/** Returns the card and account balances that the console shows, in minor units by currency. */
async function balancesShown(customer: TestCustomer) {
  const shown: Record<string, bigint> = { USD: 0n, CNY: 0n, EUR: 0n };
  const rows = await app.context.db.sql<{ currency: string; posted: bigint }[]>`
    select a.currency, b.posted from ledger.balance b join ledger.account a on a.id = b.account_id
    where a.customer_id = ${customer.customerId}`;
  for (const { currency, posted } of rows) {
    shown[currency] = (shown[currency] ?? 0n) + posted;
  }
  return shown;
}

describe("a reconciliation export", () => {
  test("contains all movements; opening balances plus rows equal current balances", async () => {
    const { customer, spent, lost } = await eventful();
    const { job, text, headers } = await exported(app, customer);
    const rows = rowsOf(text);
    const movements = rows.filter(({ record }) => record === "movement");
    expect(job).toMatchObject({ status: "completed", rowsDone: movements.length });
    expect(headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="tessera-2026-01-01-2027-12-31.csv"',
      "content-length": String(Buffer.byteLength(text)),
      etag: `"${createHash("sha256").update(text).digest("hex")}"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    expect(job.file).toMatchObject({
      bytes: Buffer.byteLength(text),
      sha256: createHash("sha256").update(text).digest("hex"),
    });

    const shown = await balancesShown(customer);
    for (const { currency, opening, movements: moved, otherKinds, closing } of job.totals) {
      expect([currency, opening, otherKinds]).toEqual([currency, "0.00", "0.00"]);
      expect(closing).toBe(moved);
      expect(minorOf(closing)).toBe(shown[currency]);
      const own = movements.filter((row) => row.currency === currency);
      expect(own.reduce((sum, { amount }) => sum + minorOf(amount), 0n)).toBe(minorOf(closing));
    }
    const [usd] = job.totals;
    const check = rows.find(({ record, currency }) => record === "check" && currency === "USD");
    expect(check?.title).toBe(
      `opening 0.00 + movements ${usd.movements} + other kinds 0.00 = closing ${usd.closing}`,
    );

    for (const closing of rows.filter(({ record }) => record === "closing")) {
      const own = movements.filter(({ account, card_id, currency }) =>
        closing.account === "account"
          ? account === "account" && currency === closing.currency
          : account === "card" && card_id === closing.card_id,
      );
      expect(own.at(-1)?.balance_after ?? "0.00").toBe(closing.balance_after);
    }
    const spentCloses = rows.find((row) => row.record === "closing" && row.card_id === spent.id);
    expect(minorOf(spentCloses?.balance_after)).toBeLessThan(0n);
    expect(movements.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining([
        "deposit",
        "card_opening",
        "card_deposit",
        "purchase",
        "refund",
        "force_post",
        "card_close",
        "card_replacement",
        "exchange",
      ]),
    );
    const fees = movements.filter(
      ({ kind, account }) => kind === "card_deposit" && account === "account",
    );
    expect(fees.map(({ fee }) => minorOf(fee) > 0n)).toEqual(fees.map(() => true));
    expect(rows.some((row) => row.card_id === lost.id)).toBe(true);
    expect(text).not.toContain(spent.pan);
  });

  test("has a row for each step that moves money, and none for holds", async () => {
    const customer = await app.newCustomer();
    const card = await openCard(app, customer);
    await fund(app, customer, card, 10_000n);
    const { authorizationId } = await network(app, "authorize", card, { amount: "30.00" });
    const question = { accounts: [], cards: [card.id] };
    const before = rowsOf((await exported(app, customer, question)).text);
    expect(before.filter(({ kind }) => kind === "purchase")).toEqual([]);
    await step(app, "clear", authorizationId, "29.00");
    const after = rowsOf((await exported(app, customer, question)).text);
    expect(after.filter(({ kind }) => kind === "purchase")).toMatchObject([
      {
        step: "clearing",
        status: "completed",
        title: "Adobe",
        merchant_category: "5734",
        amount: "-29.00",
        fee: "0.00",
        balance_after: "71.00",
        account: "card",
        card_id: card.id,
      },
    ]);
  });

  test("sums the types not requested, so that opening plus movements equals closing", async () => {
    const { customer } = await eventful();
    const { job, text } = await exported(app, customer, { kinds: ["refund", "deposit"] });
    const movements = rowsOf(text).filter(({ record }) => record === "movement");
    expect(new Set(movements.map(({ kind }) => kind))).toEqual(new Set(["deposit", "refund"]));
    for (const { currency, opening, movements: moved, otherKinds, closing } of job.totals) {
      const own = movements.filter((row) => row.currency === currency);
      expect(own.reduce((sum, { amount }) => sum + minorOf(amount), 0n)).toBe(minorOf(moved));
      expect(minorOf(opening) + minorOf(moved) + minorOf(otherKinds)).toBe(minorOf(closing));
    }
    expect(job.totals[0].otherKinds).not.toBe("0.00");
  });

  test("contains no data about other cards if only one card is requested", async () => {
    const { customer, spent, euros } = await eventful();
    const { job, text } = await exported(app, customer, { accounts: [], cards: [spent.id] });
    expect(job.totals.map(({ currency }: { currency: string }) => currency)).toEqual(["USD"]);
    const cards = new Set(rowsOf(text).map((row) => row.card_id));
    expect([...cards].filter((id) => id !== "")).toEqual([spent.id]);
    expect(text).not.toContain(euros.id);
  });

  test("is byte-for-byte identical in every format if it is requested again", async () => {
    const { customer } = await eventful();
    app.clock.advance(2 * 86_400);
    const toDay = new Date(app.clock.now().getTime() - 86_400_000).toISOString().slice(0, 10);
    for (const format of ["csv", "xlsx", "json"]) {
      const first = await exported(app, customer, { format, toDay, timeZone: "UTC" });
      app.clock.advance(3_600);
      const card = await openCard(app, customer);
      await fund(app, customer, card, 100n);
      const second = await exported(app, customer, { format, toDay, timeZone: "UTC" });
      expect(first.job.rowsDone).toBeGreaterThan(10);
      expect(second.job.file).toEqual(first.job.file);
    }
  });

  test("is accessible only to its customer", async () => {
    const { customer, spent } = await eventful();
    const stranger = await app.newCustomer();
    const { id } = expectStatus(await ask(app, customer), 201).body;
    await ended(app, customer, id);
    const path = `/api/reconciliation/exports/${id}`;
    for (const request of [`GET ${path}`, `GET ${path}/file`, `POST ${path}/cancel`] as const) {
      expect((await app.call(stranger, request)).status).toBe(404);
      expect((await app.call(undefined, request)).status).toBe(401);
    }
    expect((await app.call(stranger, "GET /api/reconciliation/exports")).body.data).toEqual([]);
    const wish = await ask(app, stranger, { cards: [spent.id] });
    expect([wish.status, wish.body.code]).toEqual([404, "not_found"]);
    const { text } = await exported(app, stranger);
    expect(text).not.toContain(spent.id);
  });

  test("is created once per idempotency key, which is rejected with other parameters", async () => {
    const customer = await app.newCustomer();
    const key = newId();
    const answers = await Promise.all([1, 2, 3].map(() => ask(app, customer, {}, key)));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const other = await ask(app, customer, { format: "json" }, key);
    expect(other.body.code).toBe("idempotency_mismatch");
    await app.context.db.sql`delete from idempotency_answer where key = ${key}`;
    expect((await ask(app, customer, {}, key)).body.id).toBe(answers[0]?.body.id);
    expect((await ask(app, customer, { format: "json" }, key)).body.code).toBe(
      "idempotency_mismatch",
    );
    const { body } = await app.call(customer, "GET /api/reconciliation/exports");
    expect(body.data).toHaveLength(1);
    await ended(app, customer, body.data[0].id);
  });

  test("is rejected if the period, the time zone or the selection is invalid", async () => {
    const customer = await app.newCustomer();
    const refusals = [
      [{ fromDay: "2026-11-02", toDay: "2026-11-01" }, "toDay"],
      [{ fromDay: "2020-01-01", toDay: "2025-01-01" }, "toDay"],
      [{ fromDay: "2026-02-30" }, "fromDay"],
      // Samoa skipped December 30, 2011.
      [{ fromDay: "2011-12-30", toDay: "2011-12-30", timeZone: "Pacific/Apia" }, "toDay"],
      [{ fromDay: "2120-01-01", toDay: "2120-01-02" }, "fromDay"],
      [{ timeZone: "Mars/Olympus_Mons" }, "timeZone"],
      [{ timeZone: "+08:00" }, "timeZone"],
      [{ accounts: [], cards: [] }, "accounts"],
      [{ kinds: [] }, "kinds"],
      [{ kinds: ["increment"] }, "kinds.0"],
      [{ format: "pdf" }, "format"],
    ] as const;
    for (const [given, path] of refusals) {
      const { status, body } = await ask(app, customer, given);
      expect([status, body.fields?.[0]?.path]).toEqual([400, path]);
    }
    const whole = await ask(app, customer, { fromDay: "2022-01-01", toDay: "2026-12-31" });
    expect(whole.status).toBe(201);
    await ended(app, customer, whole.body.id);
  });

  test("can be downloaded until it expires, and can then be created again", async () => {
    const customer = await app.newCustomer();
    const { id } = expectStatus(await ask(app, customer), 201).body;
    const job = await ended(app, customer, id);
    const lasts = Date.parse(job.expiresAt) - Date.parse(job.finishedAt);
    expect(lasts).toBe(7 * 86_400_000);
    const [first, second] = [
      await fetchFile(app, customer, id),
      await fetchFile(app, customer, id),
    ];
    expect(second.text).toBe(first.text);
    app.clock.advance(7 * 86_400);
    const late = await fetchFile(app, customer, id);
    expect([late.status, late.body.code]).toEqual([410, "export_expired"]);
    const { body } = await app.call(customer, `GET /api/reconciliation/exports/${id}`);
    expect(body).toMatchObject({ status: "expired", totals: job.totals });
    const audit = await app.context.db.sql<{ action: string }[]>`
      select action from ledger.audit where object = ${id.slice(4)} order by id`;
    expect(audit.map(({ action }) => action)).toEqual([
      "export.create",
      "export.download",
      "export.download",
    ]);
  });

  test("is listed newest first, page by page", async () => {
    const customer = await app.newCustomer();
    const ids: string[] = [];
    for (const format of ["csv", "json", "xlsx"]) {
      app.clock.advance(1);
      const { id } = expectStatus(await ask(app, customer, { format }), 201).body;
      ids.unshift(id);
      await ended(app, customer, id);
    }
    const path = "GET /api/reconciliation/exports?limit=2" as const;
    const first = await app.call(customer, path);
    const second = await app.call(customer, `${path}&cursor=${first.body.nextCursor}`);
    const listed = [...first.body.data, ...second.body.data].map(({ id }) => id);
    expect([listed, second.body.nextCursor]).toEqual([ids, null]);
  });
});

describe("a day in a reconciliation export", () => {
  /** Makes a deposit at each time. Returns the deposits that fall on a given day in a time zone. */
  async function daysIn(timeZone: string, fromDay: string, toDay: string) {
    const { customer } = dated;
    const { text, job } = await exported(app, customer, { timeZone, fromDay, toDay });
    const rows = rowsOf(text).filter(({ record }) => record === "movement");
    return { times: rows.map(({ time }) => time), utc: rows.map((row) => row.time_utc), job };
  }
  let dated: { readonly customer: TestCustomer };

  beforeAll(async () => {
    const customer = await app.newCustomer({});
    const owner = { customerId: customer.customerId, currency: "USD" } as const;
    const moments = [
      "2026-03-08T04:59:59.999Z",
      "2026-03-08T05:00:00.000Z",
      "2026-03-08T06:59:59.000Z",
      "2026-03-08T07:00:00.000Z",
      "2026-03-09T03:59:59.999Z",
      "2026-03-09T04:00:00.000Z",
      "2026-11-01T05:30:00.000Z",
      "2026-11-01T06:30:00.000Z",
    ];
    for (const moment of moments) {
      const at = new Date(moment);
      await giveMoney(app.context, { ...owner, amountMinor: 100n, at });
    }
    dated = { customer };
  });

  test("follows the time zone's calendar, and has 23 hours when clocks go forward", async () => {
    const { times, job } = await daysIn("America/New_York", "2026-03-08", "2026-03-08");
    expect([job.startsAt, job.endsAt]).toEqual([
      "2026-03-08T05:00:00.000Z",
      "2026-03-09T04:00:00.000Z",
    ]);
    expect(times).toEqual([
      "2026-03-08T00:00:00.000-05:00",
      "2026-03-08T01:59:59.000-05:00",
      "2026-03-08T03:00:00.000-04:00",
      "2026-03-08T23:59:59.999-04:00",
    ]);
    expect(job.totals[0]).toMatchObject({ opening: "1.00", movements: "4.00", closing: "5.00" });
  });

  test("has two different times at 1:30 if the day has 25 hours", async () => {
    const { times } = await daysIn("America/New_York", "2026-11-01", "2026-11-01");
    expect(times).toEqual(["2026-11-01T01:30:00.000-04:00", "2026-11-01T01:30:00.000-05:00"]);
  });

  test("begins at a different time in another time zone, with times in UTC unchanged", async () => {
    const { times, utc } = await daysIn("Asia/Kathmandu", "2026-03-09", "2026-03-09");
    expect(times).toEqual(["2026-03-09T09:44:59.999+05:45", "2026-03-09T09:45:00.000+05:45"]);
    expect(utc).toEqual(["2026-03-09T03:59:59.999Z", "2026-03-09T04:00:00.000Z"]);
    const days = await daysIn("UTC", "2026-03-08", "2026-03-08");
    expect(days.times).toHaveLength(4);
  });

  test("ends at the time of the request if the day is not over yet", async () => {
    const { customer } = dated;
    const before = app.clock.now().getTime();
    const today = new Date(before).toISOString().slice(0, 10);
    const { id } = expectStatus(await ask(app, customer, { toDay: today }), 201).body;
    const job = await ended(app, customer, id);
    expect(Date.parse(job.endsAt)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(job.endsAt)).toBeLessThanOrEqual(app.clock.now().getTime());
    expect(questionBody().toDay > today).toBe(true);
  });
});
