import { formatAmount } from "@tessera/money";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ChainProvider } from "../../adapters/chain/chain-provider.ts";
import { provideProviders, providers } from "../../adapters/providers/registry.ts";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus, SEGMENTS } from "../../testing/test-cards.ts";

const TRON = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";

let app: CardsApp;
let customer: TestCustomer;

beforeAll(async () => {
  app = await createCardsApp({
    CHAIN_PROVIDER: "none",
    PAYOUT_PROVIDER: "none",
    RATES_PROVIDER: "none",
    BANK_ACCOUNTS: "none",
    ISSUER_PROVIDER: "none",
    NETWORK_PROVIDER: "none",
  });
  customer = await app.newCustomer({ USD: 50_000n, EUR: 1_000n });
});
afterAll(() => app.close());

async function countRows(): Promise<readonly number[]> {
  const rows = await app.context.db.sql<{ rows: number }[]>`
    select count(*)::int as rows from deposit union all
    select count(*)::int from withdrawal_quote union all
    select count(*)::int from exchange_quote union all
    select count(*)::int from payout_address union all
    select count(*)::int from card_application union all
    select count(*)::int from sandbox_chain_transfer union all
    select count(*)::int from sandbox_payout`;
  return rows.map(({ rows: count }) => count);
}

/** A previously configured chain provider that issues one address. */
function formerChain(address: string): ChainProvider {
  return {
    name: "former",
    account: "gone",
    networks: ["TRC20"],
    assets: { TRC20: ["USDT"] },
    addressFor: async () => ({ address, confirmationsRequired: 3 }),
    unacknowledged: async () => [],
    acknowledge: async () => undefined,
    stands: async () => true,
    retracted: async () => [],
    settleRetraction: async () => false,
  };
}

describe("without providers", () => {
  it("the offering lists no service", async () => {
    const { body } = expectStatus(await app.call(customer, "GET /api/offering"), 200);
    const none = { deposits: false, withdrawals: false, rates: false, cards: false };
    const rest = { bankTransfers: false, network: false, simulatedDeposits: false };
    expect(body).toEqual({ ...none, ...rest, depositNetworks: [] });
  });

  it.each([
    ["POST /api/wallet/deposits", { asset: "USDT", network: "TRC20", amount: "50.00" }],
    ["GET /api/wallet/withdrawals/terms", undefined],
    ["POST /api/wallet/addresses/check", { network: "TRC20", address: TRON }],
    ["POST /api/wallet/withdrawals/quote", { addressId: `pad_${newId()}`, amount: "20.00" }],
    ["GET /api/wallet/bank-details", undefined],
    ["GET /api/wallet/rates", undefined],
    ["POST /api/wallet/rates/refresh", undefined],
    ["GET /api/wallet/rates/history?from=USD&to=EUR", undefined],
    ["POST /api/wallet/exchanges/quote", { from: "USD", to: "EUR", sell: "5.00" }],
    ["PUT /api/card-holder", { phone: "+12025550123" }],
    [
      "POST /api/card-applications",
      { segmentId: SEGMENTS.visaBusinessUsd, billingAddress: "auto", openingFee: "1.50" },
    ],
  ] as const)("%s returns not_offered and posts nothing", async (call, body) => {
    const before = await countRows();
    const answer = await app.call(customer, call, body, { key: newId() });
    expect(expectStatus(answer, 409).body).toMatchObject({ code: "not_offered" });
    expect(await countRows()).toEqual(before);
    expect(JSON.stringify(answer.body)).not.toContain('address":');
  });

  it("no address can be added even with a step-up token; no quote can be redeemed", async () => {
    const subject = { operation: "payout_address", address: TRON, network: "TRC20" };
    const proved = await app.call(customer, "POST /api/auth/proof", {
      password: customer.password,
      subject,
    });
    const { proof } = expectStatus(proved, 200).body;
    const headers = { "x-proof": proof };
    const added = await app.call(
      customer,
      "POST /api/wallet/addresses",
      { label: "Own", network: "TRC20", address: TRON },
      { key: newId(), headers },
    );
    expect(expectStatus(added, 409).body.code).toBe("not_offered");
    const withdrawn = await app.call(
      customer,
      "POST /api/wallet/withdrawals",
      { quoteId: `quo_${newId()}` },
      { key: newId(), headers },
    );
    expect(expectStatus(withdrawn, 409).body.code).toBe("not_offered");
  });

  it("balances can be read, but no total across currencies is shown", async () => {
    const { body } = expectStatus(await app.call(customer, "GET /api/wallet"), 200);
    expect(body).toMatchObject({ total: null, cards: null, account: null, rate: null });
    expect(body.balances).toContainEqual({
      currency: "USD",
      available: formatAmount(50_000n, "USD"),
      held: "0.00",
    });
    const { body: assets } = expectStatus(await app.call(customer, "GET /api/wallet/assets"), 200);
    const converted = assets.data.map(({ code, converted: worth }: Record<string, unknown>) => [
      code,
      worth,
    ]);
    expect(converted).toEqual([
      ["USD", "500.00"],
      ["CNY", null],
      ["EUR", null],
    ]);
  });

  it("a total in a customer's only currency is exact without exchange rates", async () => {
    const saver = await app.newCustomer({ USD: 700n });
    const { body } = expectStatus(await app.call(saver, "GET /api/wallet"), 200);
    expect(body).toMatchObject({ total: "7.00", account: "7.00", rate: null, ratedAt: null });
  });

  it("an open deposit through a former provider shows no address, and is not lost", async () => {
    const order = { asset: "USDT", network: "TRC20", amount: "50.00" };
    const key = newId();
    const create = () => app.call(customer, "POST /api/wallet/deposits", order, { key });
    provideProviders(app.context, { chain: formerChain(TRON) });
    const deposit = expectStatus(await create(), 201).body;
    const path = `GET /api/wallet/deposits/${deposit.id}` as const;
    expect(expectStatus(await app.call(customer, path), 200).body.address).toBe(TRON);

    provideProviders(app.context, { chain: undefined });
    const hidden = expectStatus(await app.call(customer, path), 409).body;
    expect(hidden.code).toBe("not_offered");
    expect(JSON.stringify(hidden)).not.toContain(TRON);
    const cancel = `POST /api/wallet/deposits/${deposit.id}/cancel` as const;
    expect(expectStatus(await app.call(customer, cancel), 200).body.status).toBe("cancelled");
    expect(expectStatus(await app.call(customer, path), 200).body.status).toBe("cancelled");
  });

  it("no card is offered, no cardholder is required, and limits are unchanged", async () => {
    const segments = await app.call(customer, "GET /api/card-segments");
    expect(expectStatus(segments, 200).body).toEqual({ data: [], nextCursor: null });
    const holder = await app.call(customer, "GET /api/card-holder");
    expect(expectStatus(holder, 200).body).toMatchObject({ needed: [], missing: [], terms: null });
    const limits = await app.call(undefined, "GET /api/card-limits");
    expect(expectStatus(limits, 200).body.data).not.toEqual([]);
  });

  it("a retry for a canceled deposit returns its state without its address", async () => {
    const order = { asset: "USDT", network: "TRC20", amount: "51.00" };
    const key = newId();
    const create = () => app.call(customer, "POST /api/wallet/deposits", order, { key });
    const address = "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE";
    provideProviders(app.context, { chain: formerChain(address) });
    const first = await create();
    const { id } = expectStatus(first, 201).body;
    expect((await create()).body).toEqual(first.body);
    expectStatus(await app.call(customer, `POST /api/wallet/deposits/${id}/cancel`), 200);
    expect((await create()).body).toEqual(first.body);

    for (const chain of [undefined, { ...formerChain(TRON), account: "next" }]) {
      provideProviders(app.context, { chain });
      const repeated = expectStatus(await create(), 201);
      const read = await app.call(customer, `GET /api/wallet/deposits/${id}`);
      expect(repeated.body).toMatchObject({ id, status: "cancelled", address: null });
      expect(read.body).toEqual(repeated.body);
      expect(JSON.stringify([repeated.body, read.body])).not.toContain(address);
    }
    provideProviders(app.context, { chain: undefined });
  });

  it("lists can still be read", async () => {
    for (const call of [
      "GET /api/wallet/history",
      "GET /api/wallet/withdrawals",
      "GET /api/wallet/addresses",
      "GET /api/cards",
      "GET /api/card-applications",
    ] as const) {
      expectStatus(await app.call(customer, call), 200);
    }
  });

  it("messages from the simulated network are rejected", async () => {
    const payment = {
      pan: "4242424242424242",
      amount: "1.00",
      currency: "USD",
      expiryMonth: 12,
      expiryYear: 2030,
      merchant: { name: "Shop", mcc: "5734", country: "US" },
    };
    const step = { authorizationId: `auth_${newId()}` };
    for (const [path, body] of [
      ["authorize", payment],
      ["single-message", payment],
      ["refund", payment],
      ["force-post", payment],
      ["clear", { ...step, amount: "1.00" }],
      ["reverse", step],
      ["expire", step],
    ] as const) {
      const answer = await app.call(customer, `POST /sandbox/network/${path}`, body);
      expect([path, answer.status, answer.body.code]).toEqual([path, 409, "not_offered"]);
    }
    const purchase = `POST /sandbox/cards/card_${newId()}/purchase` as const;
    const played = await app.call(customer, purchase, { amount: "1.00" }, { key: newId() });
    expect([played.status, played.body.code]).toEqual([409, "not_offered"]);
  });

  it("the payout provider has no webhook endpoint", async () => {
    const answer = await app.call(customer, "POST /webhooks/payout", {});
    expect(answer.status).toBe(404);
  });

  it("there is no simulated chain and no simulated payout provider", () => {
    expect(app.context.use(providers)).toMatchObject({
      chain: undefined,
      payouts: undefined,
      rates: undefined,
      issuer: undefined,
      simulators: { chain: undefined, payouts: undefined },
    });
  });
});
