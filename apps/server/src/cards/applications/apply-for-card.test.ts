import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { passesLuhn } from "../../platform/telemetry/masking.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { OPENING_FEES, openCard, SEGMENTS } from "../../testing/test-cards.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

const application = {
  segmentId: SEGMENTS.mastercardStandardUsd,
  nickname: "Ads",
  billingAddress: "auto",
  openingFee: "1.50",
};

function apply(customer: TestCustomer, body: object = application, key: string = newId()) {
  return app.call(customer, "POST /api/card-applications", body, { key });
}

async function accountOf(customer: TestCustomer, currency = "USD") {
  const [row] = await app.context.db.sql<{ posted: bigint }[]>`
    select b.posted from ledger.balance b join ledger.account a on a.id = b.account_id
    where a.customer_id = ${customer.customerId} and a.kind = 'account'
      and a.currency = ${currency}`;
  return row?.posted;
}

describe("card segments", () => {
  test("cover six networks, three types and three currencies, with one sold out", async () => {
    const customer = await app.newCustomer();
    const { body } = await app.call(customer, "GET /api/card-segments");
    const of = (field: string) =>
      new Set(body.data.map((segment: Record<string, unknown>) => segment[field]));
    expect(of("network").size).toBe(6);
    expect(of("type").size).toBe(3);
    expect(of("currency").size).toBe(3);
    expect(body.data.filter((segment: { inStock: boolean }) => !segment.inStock)).toHaveLength(1);
    expect(body.data[0]).toMatchObject({
      network: "visa",
      bin: "485998",
      openingFee: "1.50",
      depositFeeBasisPoints: 350,
      description: "Ads and marketplaces",
    });
  });

  test.each([
    ["zh-CN", "广告投放与电商平台"],
    ["zh-TW", "廣告投放與電商平台"],
  ])("are described in %s", async (locale, description) => {
    const customer = await app.newCustomer();
    const { body } = await app.call(customer, "GET /api/card-segments", undefined, {
      headers: { "accept-language": locale },
    });
    expect(body.data[0].description).toBe(description);
  });

  test("show the fees from the schedule in force", async () => {
    const { body } = await app.call(undefined, "GET /api/fee-schedule");
    expect(body).toMatchObject({
      version: 1,
      cardOpeningFee: "1.50",
      cardOpeningFeeCurrency: "USD",
      cardOpeningFees: [
        { currency: "USD", amount: "1.50" },
        { currency: "CNY", amount: "10.70" },
        { currency: "EUR", amount: "1.30" },
      ],
      cardDepositBasisPoints: 350,
      withdrawalBasisPoints: 100,
    });
  });
});

describe("a card application", () => {
  test("issues a card and charges the fee, once per idempotency key", async () => {
    const customer = await app.newCustomer({ USD: 1_000n });
    const key = newId();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => apply(customer, application, key)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await accountOf(customer)).toBe(850n);
    const cards = await app.call(customer, "GET /api/cards");
    expect(cards.body.data).toHaveLength(1);
    expect(cards.body.data[0]).toMatchObject({
      id: answers[0]?.body.cardId,
      nickname: "Ads",
      network: "mastercard",
      type: "standard",
      currency: "USD",
      status: "active",
      balance: "0.00",
      held: "0.00",
      monthlyLimit: "30000.00",
      dailyLimit: "5000.00",
      perTransactionLimit: "2000.00",
      depositFeeBasisPoints: 350,
    });
    const list = await app.call(customer, "GET /api/card-applications");
    expect(list.body.data).toEqual([answers[0]?.body]);
    expect(list.body.data[0]).toMatchObject({ status: "completed", openingFee: "1.50" });
  });

  test("returns the same response even if the stored one is lost, and charges once", async () => {
    const customer = await app.newCustomer({ USD: 1_000n });
    const first = await apply(customer, application, "lost");
    await app.context.db.sql`delete from idempotency_answer where owner = ${customer.customerId}`;
    const again = await apply(customer, application, "lost");
    expect(again.body).toEqual(first.body);
    expect(await accountOf(customer)).toBe(850n);
  });

  test("is rejected if its fee is not in force, and nothing is charged", async () => {
    const customer = await app.newCustomer({ USD: 1_000n });
    const answer = await apply(customer, { ...application, openingFee: "1.49" });
    expect([answer.status, answer.body.code]).toEqual([409, "price_changed"]);
    expect(await accountOf(customer)).toBe(1_000n);
  });

  test("is rejected if funds are insufficient, creating no card and taking no stock", async () => {
    const customer = await app.newCustomer({ USD: 149n, EUR: 10_000n });
    const stockBefore = await stock();
    const answer = await apply(customer);
    expect([answer.status, answer.body.code]).toEqual([409, "insufficient_funds"]);
    expect((await app.call(customer, "GET /api/cards")).body.data).toEqual([]);
    expect(await stock()).toBe(stockBefore);
  });

  test("charges the fee to the account in the card's currency", async () => {
    const customer = await app.newCustomer({ USD: 1_000n, EUR: 1_000n });
    const body = { ...application, segmentId: SEGMENTS.visaStandardEur };
    const ofDollars = await apply(customer, body);
    expect([ofDollars.status, ofDollars.body.code]).toEqual([409, "price_changed"]);
    const answer = await apply(customer, { ...body, openingFee: OPENING_FEES.EUR });
    expect(answer.body).toMatchObject({ currency: "EUR", openingFee: "1.30" });
    expect(await accountOf(customer, "EUR")).toBe(870n);
    expect(await accountOf(customer, "USD")).toBe(1_000n);
  });

  test("is rejected if the segment is sold out or unknown", async () => {
    const customer = await app.newCustomer();
    const soldOut = await apply(customer, { ...application, segmentId: SEGMENTS.soldOut });
    expect([soldOut.status, soldOut.body.code]).toEqual([409, "segment_out_of_stock"]);
    const unknown = await apply(customer, { ...application, segmentId: `seg_${newId()}` });
    expect(unknown.status).toBe(404);
  });

  test("issues exactly the remaining stock to many concurrent applicants", async () => {
    const segment = SEGMENTS.unionpayStandardCny;
    const customers = await Promise.all(
      Array.from({ length: 8 }, () => app.newCustomer({ CNY: 2_000n })),
    );
    await setStock(segment, 3);
    const answers = await Promise.all(
      customers.map((customer) =>
        apply(customer, { ...application, segmentId: segment, openingFee: OPENING_FEES.CNY }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(answers.filter(({ body }) => body.code === "segment_out_of_stock")).toHaveLength(5);
  });

  test("stores a custom billing address or assigns one of the program's addresses", async () => {
    const customer = await app.newCustomer();
    const address = { line1: "1 Main St", city: "Springfield", postalCode: "12345", country: "US" };
    const custom = await apply(customer, { ...application, billingAddress: address });
    const auto = await apply(customer);
    const addressOf = async (id: string) => {
      const options = { headers: { "x-proof": await app.prove(customer) } };
      const answer = await app.call(customer, `POST /api/cards/${id}/reveal`, undefined, options);
      return answer.body.billingAddress;
    };
    expect(await addressOf(custom.body.cardId)).toEqual({
      assignment: "custom",
      ...address,
      line2: null,
      region: null,
    });
    expect(await addressOf(auto.body.cardId)).toMatchObject({ assignment: "auto", country: "US" });
  });
});

describe("a revealed card", () => {
  test.each([
    ["mastercardStandardUsd", 16, 3],
    ["amexPremiumUsd", 15, 4],
  ] as const)("has valid digits: %s has %i and a CVV of %i", async (segment, digits, cvvDigits) => {
    const customer = await app.newCustomer();
    const card = await openCard(app, customer, SEGMENTS[segment]);
    expect(card.pan).toHaveLength(digits);
    expect(passesLuhn(card.pan)).toBe(true);
    expect(card.cvv).toMatch(new RegExp(`^[0-9]{${cvvDigits}}$`));
  });

  test("requires a fresh step-up token, is audited, and is marked no-store", async () => {
    const customer = await app.newCustomer();
    const card = await openCard(app, customer);
    const reveal = (proof?: string) =>
      app.call(customer, `POST /api/cards/${card.id}/reveal`, undefined, {
        headers: proof === undefined ? {} : { "x-proof": proof },
      });
    expect((await reveal()).body.code).toBe("proof_required");
    expect((await reveal("wrong")).body.code).toBe("proof_invalid");
    const proof = await app.prove(customer);
    const answer = await reveal(proof);
    expect(answer.body).toMatchObject({ pan: card.pan, cvv: card.cvv });
    expect(answer.headers["cache-control"]).toContain("no-store");
    const records = await app.context.db.sql<
      { actor: string; customer_id: string; created_at: Date; data: object }[]
    >`select actor, customer_id, created_at, data from ledger.audit
      where action = 'card.reveal' and object = ${card.id.slice("card_".length)} order by id`;
    expect(records).toHaveLength(2);
    expect(records[1]).toMatchObject({
      actor: customer.userId,
      customer_id: customer.customerId,
      created_at: expect.any(Date),
    });
    expect(JSON.stringify(records)).not.toContain(card.pan);
    const late = await app.prove(customer);
    app.clock.advance(301);
    expect((await reveal(late)).body.code).toBe("proof_stale");
  });
});

async function stock(): Promise<number | undefined> {
  const [row] = await app.context.db.sql<{ stock: number }[]>`
    select stock from card_segment where bin = '537120'`;
  return row?.stock;
}

async function setStock(segmentId: string, left: number): Promise<void> {
  await app.context.db.sql`
    update card_segment set stock = ${left} where id = ${segmentId.slice("seg_".length)}`;
}
