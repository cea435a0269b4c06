import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus, fund, network, openCard } from "../../testing/test-cards.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(async () => {
  await app.close();
});

/** Reads, as text, every column of every table that the application can read. */
async function everything(): Promise<string> {
  const { sql } = app.context.db;
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'ledger') and table_type = 'BASE TABLE'
      and has_table_privilege(format('%I.%I', table_schema, table_name), 'select')`;
  const parts = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await sql.unsafe<{ row: string }[]>(`select t::text as row from ${name} t`);
      return rows.map(({ row }) => row).join("\n");
    }),
  );
  return parts.join("\n");
}

test("card secrecy: no table, list, log or error contains a PAN or a CVV", async () => {
  const customer = await app.newCustomer({ USD: 100_000n });
  const card = await openCard(app, customer);
  await fund(app, customer, card, 10_000n);
  await network(app, "authorize", card, { amount: "5.00" });
  await network(app, "authorize", card, {
    amount: "5.00",
    cvv: card.cvv === "123" ? "321" : "123",
  });
  const answers = await Promise.all([
    app.call(customer, "GET /api/cards"),
    app.call(customer, `GET /api/cards/${card.id}`),
    app.call(customer, "GET /api/card-applications"),
    app.call(customer, "GET /api/card-segments"),
    app.call(undefined, "POST /sandbox/network/authorize", { pan: card.pan, cvv: card.cvv }),
    app.call(undefined, "POST /sandbox/network/authorize", { ...card, pan: `${card.pan}x` }),
    app.call(customer, `GET /api/cards/${card.pan}`),
  ]);
  const seen = answers.map(({ text }) => text).join("\n");
  const stored = await everything();
  expect(stored).toContain(card.id.slice("card_".length));
  for (const [place, text] of Object.entries({ seen, stored, logged: app.logs.join("") })) {
    expect(text.includes(card.pan), place).toBe(false);
    expect(text.includes(card.pan.slice(0, 12)), place).toBe(false);
    expect(text.includes(Buffer.from(card.pan).toString("hex")), place).toBe(false);
  }
  expect(seen).not.toContain('cvv":"');
  expect(app.logs.join("")).not.toContain(`"cvv":"${card.cvv}"`);
  const columns = await app.context.db.sql<{ name: string }[]>`
    select column_name as name from information_schema.columns
    where column_name ~ '(cvv|cvc|csc|security_code)'`;
  expect(columns).toEqual([]);
});

describe("a step-up token for revealing a PAN", () => {
  const reveal = (who: TestCustomer, id: string, proof: string) =>
    app.call(who, `POST /api/cards/${id}/reveal`, undefined, { headers: { "x-proof": proof } });

  async function prove(who: TestCustomer, subject?: object): Promise<string> {
    const given = { password: who.password, ...(subject !== undefined && { subject }) };
    return expectStatus(await app.call(who, "POST /api/auth/proof", given), 200).body.proof;
  }

  async function twoCards() {
    const customer = await app.newCustomer();
    const cards = [await openCard(app, customer), await openCard(app, customer)] as const;
    return { customer, cards };
  }

  test("reveals one card, only once, if it has no subject", async () => {
    const { customer, cards } = await twoCards();
    const proof = await prove(customer);
    const first = expectStatus(await reveal(customer, cards[0].id, proof), 200);
    expect(first.body.pan).toBe(cards[0].pan);
    expect((await reveal(customer, cards[1].id, proof)).body.code).toBe("proof_invalid");
    expect((await reveal(customer, cards[0].id, proof)).body.code).toBe("proof_invalid");
  });

  test("reveals only the card it is bound to, and only once", async () => {
    const { customer, cards } = await twoCards();
    const proof = await prove(customer, { operation: "card_reveal", cardId: cards[0].id });
    expect((await reveal(customer, cards[1].id, proof)).body.code).toBe("proof_invalid");
    expectStatus(await reveal(customer, cards[0].id, proof), 200);
    expect((await reveal(customer, cards[0].id, proof)).body.code).toBe("proof_invalid");
  });

  test("reveals only one card, no matter how many concurrent calls use it", async () => {
    const { customer, cards } = await twoCards();
    const proof = await prove(customer);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => reveal(customer, cards[index % 2]?.id ?? "", proof)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === "proof_invalid")).toHaveLength(7);
  });

  test("reveals no card if it is bound to a withdrawal", async () => {
    const { customer, cards } = await twoCards();
    const subject = { operation: "payout_address", address: "TJRabPrwbZy45sb", network: "TRC20" };
    const answer = await reveal(customer, cards[0].id, await prove(customer, subject));
    expect([answer.status, answer.body.code]).toEqual([403, "proof_invalid"]);
  });

  test("is not consumed by a failed call", async () => {
    const { customer, cards } = await twoCards();
    const proof = await prove(customer);
    expect((await reveal(customer, `card_${newId()}`, proof)).status).toBe(404);
    expectStatus(await reveal(customer, cards[0].id, proof), 200);
  });
});

test("card secrecy: another customer's card gets the same response as a missing card", async () => {
  const [mine, theirs] = [await app.newCustomer(), await app.newCustomer()];
  const card = await openCard(app, theirs);
  const missing = `card_${newId()}`;
  const quote = { operation: "deposit", amount: "1.00" };
  const spend = { quoteId: `quo_${newId()}` };
  const calls = [
    ["GET", "", undefined],
    ["POST", "/quote", quote],
    ["POST", "/deposit", spend],
    ["POST", "/withdraw", spend],
    ["POST", "/reveal", undefined],
    ["POST", "/freeze", undefined],
    ["POST", "/unfreeze", undefined],
    ["POST", "/close", undefined],
  ] as const;
  const proof = await app.prove(mine);
  for (const [method, path, body] of calls) {
    const ask = async (id: string) => {
      const options = { key: newId(), headers: { "x-proof": proof } };
      const answer = await app.call(mine, `${method} /api/cards/${id}${path}`, body, options);
      return { ...answer, text: answer.text.replace(answer.body.requestId, "") };
    };
    const [forbidden, absent] = [await ask(card.id), await ask(missing)];
    expect(forbidden.status, path).toBe(404);
    expect(forbidden.text, path).toBe(absent.text);
    expect(Object.keys(forbidden.headers)).toEqual(Object.keys(absent.headers));
  }
  const unsigned = await app.call(undefined, "GET /api/cards");
  expect(unsigned.status).toBe(401);
});
