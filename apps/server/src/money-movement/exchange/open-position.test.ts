import { parseAmount } from "@tessera/money";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { brokenPromises } from "../../testing/broken-promises.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus } from "../../testing/test-cards.ts";
import { setLimits } from "../../testing/test-settings.ts";
import { EXCHANGE_CHECKS } from "./exchange-checks.repository.ts";

let app: CardsApp;
let administrator: TestCustomer;
beforeAll(async () => {
  app = await createCardsApp();
  administrator = await app.newOperator("administrator");
});
afterAll(async () => {
  expect(await brokenPromises(app.context, EXCHANGE_CHECKS)).toEqual([]);
  await app.close();
});

const QUOTE = "POST /api/wallet/exchanges/quote";

function quote(customer: TestCustomer, sell: string, [from, to] = ["USD", "EUR"]) {
  return app.call(customer, QUOTE, { from, to, sell });
}

function redeem(customer: TestCustomer, { quoteId }: { quoteId: string }) {
  return app.call(customer, "POST /api/wallet/exchanges", { quoteId }, { key: newId() });
}

async function positions(): Promise<Record<string, Record<string, string>>> {
  const { body } = expectStatus(
    await app.call(administrator, "GET /api/admin/exchange/positions"),
    200,
  );
  return Object.fromEntries(body.positions.map((one: { currency: string }) => [one.currency, one]));
}

async function gauge(name: string, currency: string): Promise<number> {
  const { payload } = await app.app.server.inject({ url: "/metrics" });
  const start = `${name}{currency="${currency}"} `;
  const line = payload.split("\n").find((one) => one.startsWith(start));
  return Number(line?.slice(start.length));
}

describe("the limit on the open position", () => {
  test("open position: many customers at once never take it beyond the limit", async () => {
    await setLimits(app, { exchange: { positionLimit: "100.00" } });
    const customers = await Promise.all(
      Array.from({ length: 6 }, () => app.newCustomer({ USD: 10_000n })),
    );
    const quotes = await Promise.all(customers.map((customer) => quote(customer, "30.00")));
    const answers = await Promise.all(
      customers.map((customer, index) => redeem(customer, quotes[index]?.body)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 409, 409, 409]);
    const refused = answers.filter(({ status }) => status === 409);
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(["exchange_paused"]));
    const { USD } = await positions();
    expect(USD).toMatchObject({ position: "90.00", dollars: "90.00", usedPercent: 90 });
    expect(await gauge("tessera_fx_position_units", "USD")).toBe(90);
    expect(await gauge("tessera_fx_position_limit_ratio", "USD")).toBeCloseTo(0.9);
    expect(await gauge("tessera_fx_position_units", "EUR")).toBeLessThan(0);
  });

  test("open position: a quote beyond it is refused, the other direction stays open", async () => {
    const customer = await app.newCustomer({ USD: 10_000n, EUR: 10_000n });
    const beyond = await quote(customer, "30.00");
    expect([beyond.status, beyond.body.code]).toEqual([409, "exchange_paused"]);
    const back = expectStatus(await quote(customer, "50.00", ["EUR", "USD"]), 201).body;
    expectStatus(await redeem(customer, back), 201);
    expectStatus(await quote(customer, "30.00"), 201);
    const { USD } = await positions();
    const bought = parseAmount(back.boughtAmount, "USD") ?? 0n;
    expect(parseAmount(USD?.position ?? "", "USD")).toBe(9_000n - bought);
    expect(USD).toMatchObject({ soldLastDay: "90.00", boughtLastDay: back.boughtAmount });
  });

  test("open position: a lowered limit refuses a quote that was given before", async () => {
    const customer = await app.newCustomer({ USD: 10_000n });
    const given = expectStatus(await quote(customer, "40.00"), 201).body;
    await setLimits(app, { exchange: { positionLimit: "50.00" } });
    const answer = await redeem(customer, given);
    expect([answer.status, answer.body.code]).toEqual([409, "exchange_paused"]);
    const { body } = await app.call(customer, "GET /api/wallet");
    expect(body.balances).toContainEqual({ currency: "USD", available: "100.00", held: "0.00" });
  });

  test("open position: raising the limit takes two administrators, the spread one", async () => {
    const { body } = await app.call(administrator, "GET /api/admin/programme/settings");
    const { version, withdrawal, application, correction, exchange } = body.current;
    const base = { version, withdrawal, application, correction };
    const path = "PUT /api/admin/programme/settings";
    const raised = { ...base, exchange: { ...exchange, positionLimit: "60.00" } };
    const alone = await app.call(administrator, path, raised);
    expect([alone.status, alone.body.code]).toEqual([409, "second_administrator_needed"]);
    for (const spreadBasisPoints of [9, 501]) {
      const outside = { ...base, exchange: { ...exchange, spreadBasisPoints } };
      expect((await app.call(administrator, path, outside)).status).toBe(400);
    }
    const wider = { ...base, exchange: { ...exchange, spreadBasisPoints: 75 } };
    expectStatus(await app.call(administrator, path, wider), 200);
    // A console of the previous release names neither.
    const silent = { ...base, version: version + 1 };
    const kept = expectStatus(await app.call(administrator, path, silent), 200);
    expect(kept.body.exchange).toEqual({ spreadBasisPoints: 75, positionLimit: "50.00" });
  });
});
