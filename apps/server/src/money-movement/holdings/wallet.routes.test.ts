import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestCustomer } from "../../testing/test-app.ts";
import { confirmEverything } from "../deposits/depositor.fixtures.ts";
import { settleTransfers } from "../deposits/settle-transfers.ts";

let app: TestApp;
let customer: TestCustomer;
let keys = 0;

beforeAll(async () => {
  // The tests mine all blocks themselves.
  app = await createTestApp({ env: { SANDBOX_BLOCK_MS: "900000" } });
});
afterAll(() => app.close());
beforeEach(async () => {
  customer = await app.signUp();
});

const get = (url: string, headers = {}) => app.call("GET", url, { token: customer.token, headers });

function create(body: unknown, key?: string) {
  keys += 1;
  return app.call("POST", "/api/wallet/deposits", {
    token: customer.token,
    body,
    headers: { "idempotency-key": key ?? `deposit-${keys}` },
  });
}

const ORDER = { asset: "USDT", network: "TRC20", amount: "500.00" };

async function paidDeposit(): Promise<{ id: string; movementId: string }> {
  const { json } = await create(ORDER);
  await app.call("POST", "/sandbox/chain/pay", { body: { depositId: json.id } });
  await confirmEverything(app.context);
  return json;
}

describe("the wallet", () => {
  test("starts with an empty account in every currency", async () => {
    const { status, json } = await get("/api/wallet");
    expect(status).toBe(200);
    expect(json).toMatchObject({
      total: "0.00",
      currency: "USD",
      cards: "0.00",
      account: "0.00",
      balances: ["USD", "CNY", "EUR"].map((currency) => ({
        currency,
        available: "0.00",
        held: "0.00",
      })),
      rate: "1.0000",
    });
  });

  test("is converted to another currency for display only", async () => {
    await paidDeposit();
    const { json } = await get("/api/wallet?currency=CNY");
    expect(json).toMatchObject({ total: "3552.14", account: "3552.14", currency: "CNY" });
    expect(json.rate).toBe("7.10428867");
    expect(json.balances[0]).toEqual({ currency: "USD", available: "500.00", held: "0.00" });
    expect((await get("/api/wallet")).json.total).toBe("500.00");
  });

  test.each(["GBP", "usd", "", "USD,CNY"])("rejects the currency %j", async (currency) => {
    const { status, json } = await get(`/api/wallet?currency=${encodeURIComponent(currency)}`);
    expect([status, json.code]).toEqual([400, "invalid_input"]);
  });

  test("is not accessible without a session", async () => {
    for (const path of ["", "/rates", "/assets", "/history", "/deposits/dep_x"]) {
      expect((await app.call("GET", `/api/wallet${path}`)).status).toBe(401);
    }
  });
});

describe("exchange rates over HTTP", () => {
  test("show their source and time, and can be refreshed", async () => {
    const before = (await get("/api/wallet/rates")).json;
    expect(before).toMatchObject({ source: "Tessera sample rates", stale: false });
    expect(before.pairs).toHaveLength(6);
    expect(before.pairs[0]).toEqual({ base: "USD", quote: "CNY", rate: "7.10428867" });
    expect(before.ratedAt).toMatch(/^\d{4}-\d\d-\d\dT15:00:00.000Z$/);
    const wallet = (await get("/api/wallet")).json;
    expect([wallet.ratedAt, wallet.rate === null]).toEqual([before.ratedAt, false]);
    app.clock.advance(60);
    const { status, json } = await app.call("POST", "/api/wallet/rates/refresh", {
      token: customer.token,
    });
    expect(status).toBe(200);
    expect(Date.parse(json.refreshedAt)).toBeGreaterThan(Date.parse(before.refreshedAt));
  });
});

describe("deposits over HTTP", () => {
  test("are created once per key, and another order with the same key is rejected", async () => {
    const first = await create(ORDER, "same");
    const again = await create(ORDER, "same");
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.json).toEqual(first.json);
    expect(again.headers["idempotent-replayed"]).toBe("true");
    const other = await create({ ...ORDER, amount: "501.00" }, "same");
    expect([other.status, other.json.code]).toEqual([422, "idempotency_mismatch"]);
    const none = await app.call("POST", "/api/wallet/deposits", {
      token: customer.token,
      body: ORDER,
    });
    expect([none.status, none.json.code]).toEqual([400, "idempotency_key_required"]);
  });

  test.each([
    [{ ...ORDER, amount: "9.99" }, "deposit_out_of_bounds"],
    [{ ...ORDER, amount: "100000.01" }, "deposit_out_of_bounds"],
    [{ ...ORDER, amount: 500 }, "invalid_input"],
    [{ ...ORDER, amount: "1e3" }, "invalid_input"],
    [{ ...ORDER, amount: "-500" }, "invalid_input"],
    [{ ...ORDER, amount: "500.001" }, "invalid_input"],
    [{ ...ORDER, amount: "５００" }, "invalid_input"],
    [{ ...ORDER, asset: "BTC" }, "invalid_input"],
    [{ ...ORDER, network: "trc20" }, "invalid_input"],
    [{ ...ORDER, currency: "GBP" }, "invalid_input"],
    [{ ...ORDER, extra: true }, "invalid_input"],
    [{}, "invalid_input"],
    [null, "invalid_input"],
  ])("reject the order %j", async (body, code) => {
    const { status, json } = await create(body);
    expect([status, json.code]).toEqual([400, code]);
  });

  test("are not found if they belong to another customer", async () => {
    const { json } = await create(ORDER);
    const stranger = await app.signUp();
    const ids = [json.id, "dep_00000000-0000-7000-8000-000000000000", "dep_x", "x"];
    for (const id of ids) {
      for (const [method, path] of [
        ["GET", `/api/wallet/deposits/${id}`],
        ["POST", `/api/wallet/deposits/${id}/cancel`],
      ] as const) {
        const answer = await app.call(method, path, { token: stranger.token });
        expect([answer.status, answer.json.code]).toEqual([404, "not_found"]);
      }
    }
  });

  test("can be paid only once on the simulated chain", async () => {
    const deposit = await paidDeposit();
    const again = await app.call("POST", "/sandbox/chain/pay", { body: { depositId: deposit.id } });
    expect([again.status, again.json.code]).toEqual([409, "deposit_not_payable"]);
    expect((await get("/api/wallet")).json.account).toBe("500.00");
  });

  test("are paid with all required confirmations if requested", async () => {
    const { json } = await create(ORDER);
    const paid = await app.call("POST", "/sandbox/chain/pay", {
      body: { depositId: json.id, confirmed: true },
    });
    expect(paid.status).toBe(200);
    const seen = (await get(`/api/wallet/deposits/${json.id}`)).json;
    expect(seen).toMatchObject({ status: "pending", confirmations: 0 });
    await settleTransfers(app.context);
    expect((await get("/api/wallet")).json.account).toBe("500.00");
  });

  test("appear in the history with their timeline", async () => {
    const deposit = await paidDeposit();
    const { json } = await get("/api/wallet/history", { "accept-language": "zh-CN" });
    expect(json).toMatchObject({
      data: [
        {
          id: deposit.movementId,
          kind: "deposit",
          status: "completed",
          title: "USDT 充值",
          amount: "500.00",
        },
      ],
      nextCursor: null,
    });
    const detail = (await get(`/api/transactions/${deposit.movementId}`)).json;
    expect(detail.timeline.map(({ status }: { status: string }) => status)).toEqual([
      "processing",
      "processing",
      "completed",
    ]);
    expect(detail.accountBalanceAfter).toBe("500.00");
    expect(detail.notes).toEqual([]);
    expect((await get("/api/transactions")).json.data).toEqual([]);
    expect((await get("/api/bills")).json.data).toHaveLength(1);
    const stranger = await app.signUp();
    const theirs = await app.call("GET", `/api/transactions/${deposit.movementId}`, {
      token: stranger.token,
    });
    expect([theirs.status, theirs.json.code]).toEqual([404, "not_found"]);
  });

  test("show an underpayment in the list and in their details", async () => {
    const { json } = await create(ORDER);
    const body = { depositId: json.id, amount: "450.00" };
    await app.call("POST", "/sandbox/chain/pay", { body });
    await confirmEverything(app.context);
    const { data } = (await get("/api/bills")).json;
    expect(data[0]).toMatchObject({ title: "Deposit, USDT (less received)", amount: "450.00" });
    expect((await get(`/api/transactions/${data[0].id}`)).json.notes).toEqual(["underpaid"]);
  });
});

describe("listed assets", () => {
  test("are cached for five minutes and include the time of their last update", async () => {
    const assets = async () => (await get("/api/wallet/assets?currency=CNY")).json;
    const before = await assets();
    expect(
      before.data.map(({ code, type }: { code: string; type: string }) => [code, type]),
    ).toEqual([
      ["USD", "wallet"],
      ["CNY", "wallet"],
      ["EUR", "wallet"],
    ]);
    await paidDeposit();
    expect(await assets()).toEqual(before);
    app.clock.advance(300);
    const after = await assets();
    expect(after.data[0]).toMatchObject({ amount: "500.00", converted: "3552.14", color: "d1" });
    expect(Date.parse(after.data[0].updateTime)).toBeGreaterThan(
      Date.parse(before.data[0].updateTime),
    );
  });
});

test("wallet: a forged cursor is rejected as a bad request by every list", async () => {
  for (const path of ["/api/bills", "/api/transactions", "/api/wallet/history"]) {
    const { status, json } = await get(`${path}?cursor=forged`);
    expect([status, json.fields?.[0]?.code]).toEqual([400, "malformed_cursor"]);
  }
});
