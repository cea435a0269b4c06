import { feeOf, formatAmount, parseAmount } from "@tessera/money";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus, fund, openCard, readCard, type TestCard } from "../../testing/test-cards.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

type Operation = "deposit" | "withdraw";

function quote(customer: TestCustomer, card: TestCard, amount: string, operation: Operation) {
  return app.call(customer, `POST /api/cards/${card.id}/quote`, { operation, amount });
}

function spend(
  customer: TestCustomer,
  card: Pick<TestCard, "id">,
  operation: Operation,
  quoteId: string,
  key: string = newId(),
) {
  return app.call(customer, `POST /api/cards/${card.id}/${operation}`, { quoteId }, { key });
}

/** Charges like a client: repeats the call while the first one under its key is still running. */
async function spendPatiently(...call: Parameters<typeof spend>): ReturnType<typeof spend> {
  for (;;) {
    const answer = await spend(...call);
    if (answer.body.code !== "idempotency_in_progress") {
      return answer;
    }
  }
}

async function quoteIdOf(
  customer: TestCustomer,
  card: TestCard,
  amount = "10.00",
  operation: Operation = "deposit",
): Promise<string> {
  return expectStatus(await quote(customer, card, amount, operation), 201).body.quoteId;
}

async function newCard(money = 100_000n) {
  const customer = await app.newCustomer({ USD: money + 150n });
  return { customer, card: await openCard(app, customer) };
}

describe("redeeming a quote", () => {
  test("charges exactly the quoted amounts and leaves the quoted balances", async () => {
    const { customer, card } = await newCard();
    const shown = await quote(customer, card, "500.00", "deposit");
    expect(shown.body).toMatchObject({
      operation: "deposit",
      amount: "500.00",
      fee: "17.50",
      feeBasisPoints: 350,
      total: "517.50",
      currency: "USD",
      accountBalanceAfter: "482.50",
      cardBalanceAfter: "500.00",
    });
    const charged = await spend(customer, card, "deposit", shown.body.quoteId);
    expect(charged.status).toBe(201);
    expect(charged.body).toEqual({
      movementId: shown.body.quoteId.replace("quo_", "mov_"),
      status: "completed",
      amount: "500.00",
      fee: "17.50",
      total: "517.50",
      currency: "USD",
      accountBalance: "482.50",
      cardBalance: "500.00",
    });
    const back = await quote(customer, card, "200.00", "withdraw");
    expect(back.body).toMatchObject({ fee: "0.00", total: "200.00", cardBalanceAfter: "300.00" });
    const returned = await spend(customer, card, "withdraw", back.body.quoteId);
    expect(returned.body).toMatchObject({ accountBalance: "682.50", cardBalance: "300.00" });
  });

  test("charges what was quoted, for any amount", async () => {
    const { customer, card } = await newCard(10_000_000_000n);
    let account = 10_000_000_000n;
    let onCard = 0n;
    await fc.assert(
      fc.asyncProperty(fc.bigInt(1n, 50_000_000n), async (amountMinor) => {
        const shown = await quote(customer, card, formatAmount(amountMinor, "USD"), "deposit");
        const { body } = await spend(customer, card, "deposit", shown.body.quoteId);
        const feeMinor = feeOf(amountMinor, 350);
        account -= amountMinor + feeMinor;
        onCard += amountMinor;
        expect(parseAmount(body.fee, "USD")).toBe(feeMinor);
        expect(body.total).toBe(shown.body.total);
        expect(body.accountBalance).toBe(formatAmount(account, "USD"));
        expect(body.cardBalance).toBe(formatAmount(onCard, "USD"));
        expect(body.cardBalance).toBe(shown.body.cardBalanceAfter);
      }),
      { numRuns: 60 },
    );
  });

  test("is rejected with nothing charged if the quote has expired", async () => {
    const { customer, card } = await newCard();
    const quoteId = await quoteIdOf(customer, card);
    app.clock.advance(301);
    const answer = await spend(customer, card, "deposit", quoteId);
    expect([answer.status, answer.body.code]).toEqual([409, "quote_expired"]);
    expect((await readCard(app, customer, card)).balance).toBe("0.00");
  });

  test("requires sufficient funds when the money moves, not only when it was quoted", async () => {
    const { customer, card } = await newCard(2_000n);
    const [one, two] = [await quoteIdOf(customer, card), await quoteIdOf(customer, card)];
    expect((await spend(customer, card, "deposit", one)).status).toBe(201);
    const answer = await spend(customer, card, "deposit", two);
    expect([answer.status, answer.body.code]).toEqual([409, "insufficient_funds"]);
  });
});

describe("a quote", () => {
  test("is rejected if funds are insufficient", async () => {
    const { customer, card } = await newCard(1_035n);
    expect((await quote(customer, card, "10.00", "deposit")).status).toBe(201);
    const tooMuch = await quote(customer, card, "10.01", "deposit");
    expect([tooMuch.status, tooMuch.body.code]).toEqual([409, "insufficient_funds"]);
    expect((await quote(customer, card, "0.01", "withdraw")).body.code).toBe("insufficient_funds");
  });

  test("is redeemed only once by 50 concurrent charges with 50 keys", async () => {
    const { customer, card } = await newCard();
    const quoteId = await quoteIdOf(customer, card);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => spend(customer, card, "deposit", quoteId)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === "quote_used")).toHaveLength(49);
    expect((await readCard(app, customer, card)).balance).toBe("10.00");
  });

  test("is charged once, with one response, by 50 concurrent charges with one key", async () => {
    const { customer, card } = await newCard();
    const quoteId = await quoteIdOf(customer, card);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        spendPatiently(customer, card, "deposit", quoteId, "same-key"),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const replayed = answers.filter(({ headers }) => headers["idempotent-replayed"] === "true");
    expect(replayed).toHaveLength(49);
    expect((await readCard(app, customer, card)).balance).toBe("10.00");
  });

  test("returns the original charge when a call is retried after a lost response", async () => {
    const { customer, card } = await newCard();
    const quoteId = await quoteIdOf(customer, card);
    const first = await spend(customer, card, "deposit", quoteId, "lost-key");
    await app.context.db.sql`delete from idempotency_answer where owner = ${customer.customerId}`;
    app.clock.advance(600);
    await app.call(customer, `POST /api/cards/${card.id}/freeze`);
    const again = await spend(customer, card, "deposit", quoteId, "lost-key");
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
    expect((await readCard(app, customer, card)).balance).toBe("10.00");
  });

  test("rejects a key that charged another quote, even without the stored response", async () => {
    const { customer, card } = await newCard();
    const [one, two] = [await quoteIdOf(customer, card), await quoteIdOf(customer, card)];
    await spend(customer, card, "deposit", one, "key");
    expect((await spend(customer, card, "deposit", two, "key")).status).toBe(422);
    await app.context.db.sql`delete from idempotency_answer where owner = ${customer.customerId}`;
    const answer = await spend(customer, card, "deposit", two, "key");
    expect([answer.status, answer.body.code]).toEqual([422, "idempotency_mismatch"]);
  });

  test("does not change a key's response when the key is sent with another quote", async () => {
    const { customer, card } = await newCard();
    const [one, used] = [await quoteIdOf(customer, card), await quoteIdOf(customer, card)];
    const first = await spend(customer, card, "deposit", one, "shared");
    await spend(customer, card, "deposit", used);
    const late = await quoteIdOf(customer, card);
    app.clock.advance(301);
    for (const other of [used, late]) {
      const answer = await spend(customer, card, "deposit", other, "shared");
      expect([answer.status, answer.body.code]).toEqual([422, "idempotency_mismatch"]);
    }
    const again = await spend(customer, card, "deposit", one, "shared");
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers["idempotent-replayed"]).toBe("true");
  });

  test("returns 404 for another customer, card or operation", async () => {
    const mine = await newCard();
    const theirs = await newCard();
    const other = await openCard(app, mine.customer);
    const quoteId = await quoteIdOf(mine.customer, mine.card);
    const answers = await Promise.all([
      spend(theirs.customer, theirs.card, "deposit", quoteId),
      spend(theirs.customer, mine.card, "deposit", quoteId),
      spend(mine.customer, other, "deposit", quoteId),
      spend(mine.customer, mine.card, "withdraw", quoteId),
      spend(mine.customer, mine.card, "deposit", `quo_${newId()}`),
    ]);
    expect(answers.map(({ body }) => body.code)).toEqual(Array(5).fill("not_found"));
    expect((await spend(mine.customer, mine.card, "deposit", quoteId)).status).toBe(201);
  });
});

describe("concurrent loads and unloads", () => {
  test("never deadlock, and never create or lose money", async () => {
    const { customer, card } = await newCard(1_000_000n);
    await fund(app, customer, card, 300_000n);
    const quotes = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const operation: Operation = index % 2 === 0 ? "deposit" : "withdraw";
        return { operation, quoteId: await quoteIdOf(customer, card, "7.77", operation) };
      }),
    );
    const answers = await Promise.all(
      quotes.map(({ operation, quoteId }) => spend(customer, card, operation, quoteId)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(201));
    expect((await readCard(app, customer, card)).balance).toBe("3000.00");
  });
});
