import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { readAudit } from "../../testing/read-audit.ts";
import { expectStatus, fund, network, openCard } from "../../testing/test-cards.ts";

let app: CardsApp;
let support: TestCustomer;
let reviewer: TestCustomer;
let auditor: TestCustomer;
beforeAll(async () => {
  app = await createCardsApp();
  support = await app.newOperator("support");
  reviewer = await app.newOperator("reviewer");
  auditor = await app.newOperator("auditor");
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

const wire = ({ customerId }: TestCustomer) => `cus_${customerId}`;
const get = async (who: TestCustomer, path: string) =>
  expectStatus(await app.call(who, `GET /api/admin/${path}`), 200).body;
const names = async (q: string): Promise<string[]> => {
  const { data } = await get(support, `customers?limit=100&q=${encodeURIComponent(q)}`);
  return data.map(({ username }: { username: string }) => username);
};

describe("a customer search", () => {
  it("finds a customer by the start of a name or email, or by card, movement or id", async () => {
    const customer = await app.newCustomer();
    const card = await openCard(app, customer);
    await fund(app, customer, card, 1_000n);
    const bills = await app.call(customer, "GET /api/bills");
    const movement = bills.body.data[0].id;
    const last4 = card.pan.slice(-4);
    for (const q of [
      customer.username,
      customer.username.slice(0, -1).toUpperCase(),
      ` ${customer.email.slice(0, 12)} `,
      last4,
      card.id,
      movement,
      movement.replace("mov_", ""),
      wire(customer),
      customer.customerId,
    ]) {
      expect(await names(q), q).toContain(customer.username);
    }
    expect(await names(`${customer.username}x`)).toEqual([]);
    expect(await names("%")).toEqual([]);
    expect(await names(`cus_${newId()}`)).toEqual([]);
  });

  it("never finds people who work for the program", async () => {
    expect(await names(support.username)).toEqual([]);
    expect(await names(support.userId)).toEqual([]);
  });

  it("is paginated without gaps or duplicates, newest first", async () => {
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      made.push((await app.newCustomer({})).username);
    }
    const paged: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const place: string = cursor === "" ? "" : `&cursor=${cursor}`;
      const page = await get(support, `customers?limit=2&q=person${place}`);
      paged.push(...page.data.map(({ username }: { username: string }) => username));
      cursor = page.nextCursor;
    }
    expect(new Set(paged).size).toBe(paged.length);
    expect(paged.slice(0, 5)).toEqual(made.toReversed());
    const first = await get(support, "customers?limit=2&q=person");
    const other = `GET /api/admin/customers?limit=2&q=perso&cursor=${first.nextCursor}` as const;
    expect((await app.call(support, other)).status).toBe(400);
  });
});

describe("a customer profile", () => {
  it("shows money, cards and devices, but no secrets", async () => {
    const customer = await app.newCustomer({ USD: 50_000n });
    const card = await openCard(app, customer);
    await fund(app, customer, card, 10_000n);
    const answer = await app.call(auditor, `GET /api/admin/customers/${wire(customer)}`);
    expect(expectStatus(answer, 200).body).toMatchObject({
      id: wire(customer),
      email: customer.email,
      status: "active",
      suspendedAt: null,
      devices: 1,
      lastSignInAt: null,
      secondFactor: false,
      cardCount: 1,
      cards: { active: 1, frozen: 0, closing: 0, closed: 0 },
      noteCount: 0,
      waitingCorrections: 0,
    });
    const [usd] = answer.body.balances;
    expect(usd).toMatchObject({ currency: "USD", held: "0.00" });
    const bills = await get(auditor, `customers/${wire(customer)}/movements`);
    expect(bills.data).toEqual((await app.call(customer, "GET /api/bills")).body.data);
    const cards = await app.call(auditor, `GET /api/admin/customers/${wire(customer)}/cards`);
    expect(cards.body.data).toEqual((await app.call(customer, "GET /api/cards")).body.data);
    const risk = await app.call(auditor, `GET /api/admin/customers/${wire(customer)}/risk`);
    for (const { text } of [answer, cards, expectStatus(risk, 200)]) {
      for (const secret of [card.pan, customer.token, "argon2", "cvv"]) {
        expect(text).not.toContain(secret);
      }
    }
  });

  it("is audited when viewed, once per hour for each operator", async () => {
    const customer = await app.newCustomer({});
    const views = async () =>
      app.context.db.sql<{ actor: string }[]>`
        select actor from ledger.audit where action = 'customer.viewed'
          and customer_id = ${customer.customerId} order by id`;
    const look = (who: TestCustomer) => get(who, `customers/${wire(customer)}`);
    await Promise.all([look(support), look(support), look(support)]);
    await get(support, `customers/${wire(customer)}/cards`);
    await look(reviewer);
    expect((await views()).map(({ actor }) => actor).toSorted()).toEqual(
      [support.userId, reviewer.userId].toSorted(),
    );
    app.clock.advance(3_601);
    await get(support, `customers/${wire(customer)}/notes`);
    expect(await views()).toHaveLength(3);
    const own = await app.call(customer, "GET /api/logs?limit=100");
    expect(own.text).not.toContain("customer.viewed");
  });

  it("every call returns 404 for an unknown customer", async () => {
    for (const id of [`cus_${newId()}`, `cus_${support.userId}`, "nobody"]) {
      for (const part of ["", "/cards", "/movements", "/risk", "/records", "/notes"]) {
        const answer = await app.call(support, `GET /api/admin/customers/${id}${part}`);
        expect([answer.status, answer.body.code]).toEqual([404, "not_found"]);
      }
    }
  });

  it("contains only that customer's audit events", async () => {
    const [customer, other] = [await app.newCustomer({}), await app.newCustomer({})];
    await get(support, `customers/${wire(other)}`);
    const { data } = await get(support, `customers/${wire(customer)}/records`);
    expect(data.map(({ act }: { act: string }) => act)).toEqual([
      "customer.viewed",
      "customer_opened",
    ]);
    const given = `customers/${wire(customer)}/records?customerId=${wire(other)}`;
    expect((await app.call(support, `GET /api/admin/${given}`)).status).toBe(400);
  });
});

describe("a customer note", () => {
  it("is written once per key, visible only to operators, and can never be changed", async () => {
    const customer = await app.newCustomer({});
    const path = `POST /api/admin/customers/${wire(customer)}/notes` as const;
    const key = newId();
    const note = { text: "  Called about a fee. Second line\nhere. " };
    const [first, again] = [
      await app.call(reviewer, path, note, { key }),
      await app.call(reviewer, path, note, { key }),
    ];
    expect(expectStatus(first, 201).body.id).toBe(again.body.id);
    expect(first.body).toMatchObject({
      text: "Called about a fee. Second line\nhere.",
      author: reviewer.username,
    });
    const other = await app.call(reviewer, path, { text: "Another" }, { key });
    expect(other.body.code).toBe("idempotency_mismatch");
    expect((await app.call(reviewer, path, { text: " \n " }, { key: newId() })).status).toBe(400);
    expectStatus(await app.call(support, path, { text: "Second" }, { key: newId() }), 201);
    const { data } = await get(auditor, `customers/${wire(customer)}/notes`);
    expect(data.map(({ text }: { text: string }) => text)).toEqual([
      "Second",
      "Called about a fee. Second line\nhere.",
    ]);
    const { sql } = app.context.db;
    const changed = sql`
      update customer_note set text = 'other' where author_id = ${support.userId}`;
    await expect(changed).rejects.toThrow();
    const own = await app.call(customer, "GET /api/logs?limit=100");
    expect(own.text).not.toMatch(/noted|Called about/);
  });
});

describe("a suspension", () => {
  const suspend = (who: TestCustomer, customer: TestCustomer) =>
    app.call(who, `POST /api/admin/customers/${wire(customer)}/suspend`, {
      reason: "suspected_fraud",
      note: "Tip from a bank",
    });
  const restore = (who: TestCustomer, customer: TestCustomer) =>
    app.call(who, `POST /api/admin/customers/${wire(customer)}/restore`, { note: "Cleared" });

  it("voids the session token, stops payments, allows refunds, and can be lifted", async () => {
    const customer = await app.newCustomer();
    const card = await openCard(app, customer);
    await fund(app, customer, card, 10_000n);
    expect((await app.call(customer, "GET /api/auth/profile")).status).toBe(200);
    const answer = expectStatus(await suspend(support, customer), 200);
    expect(answer.body).toMatchObject({ status: "suspended", devices: 0 });
    expect((await app.call(customer, "GET /api/auth/profile")).status).toBe(401);
    const credentials = { username: customer.username, password: customer.password };
    const signIn = () => app.call(undefined, "POST /api/customer/login", credentials);
    expect((await signIn()).body.code).toBe("account_suspended");
    const pay = async () => (await network(app, "authorize", card, { amount: "1.00" })).approved;
    expect(await pay()).toBe(false);
    expect((await network(app, "refund", card, { amount: "5.00" })).approved).toBe(true);
    const listed = await get(support, "customers?status=suspended");
    expect(listed.data.map(({ id }: { id: string }) => id)).toEqual([wire(customer)]);

    expect(expectStatus(await suspend(support, customer), 200).body.status).toBe("suspended");
    expect(expectStatus(await restore(support, customer), 200).body.status).toBe("active");
    expect((await signIn()).status).toBe(200);
    expect(await pay()).toBe(true);
    const records = await readAudit(app.context, { customerId: customer.customerId });
    const suspensions = records.filter(({ action }) => /suspended$/.test(action));
    expect(suspensions.map(({ action, data: { note } }) => ({ action, note }))).toEqual([
      { action: "customer.suspended", note: "Tip from a bank" },
      { action: "customer.unsuspended", note: "Cleared" },
    ]);
  });

  it("sends the customer an email that asks for a reply and gives no reason", async () => {
    const customer = await app.newCustomer({});
    await suspend(support, customer);
    const subjectOf = async () => {
      const { body } = await app.call(undefined, "GET /sandbox/mail.json");
      const mail = body.data.find(({ to }: { to: string }) => to === customer.email);
      expect(JSON.stringify(mail ?? {})).not.toMatch(/bank|fraud/);
      return mail?.subject;
    };
    await expect.poll(subjectOf, { timeout: 60_000 }).toBe("Your account was suspended");
    expect((await app.mailTo(customer.email)).text).toContain("Reply to this email.");
    await restore(support, customer);
    await expect.poll(subjectOf, { timeout: 60_000 }).toBe("Your account was restored");
  });
});

describe("an operator's freeze", () => {
  it("sends the customer an email, and the card shows who froze it", async () => {
    const customer = await app.newCustomer();
    const card = await openCard(app, customer);
    await fund(app, customer, card, 1_000n);
    const freeze = `POST /api/operator/cards/${card.id}/freeze` as const;
    expectStatus(await app.call(support, freeze, { reason: "compliance", note: "Inner" }), 200);
    const own = (await app.call(customer, `GET /api/cards/${card.id}`)).body;
    expect(own.freezes).toMatchObject([{ layer: "operator", reason: "compliance" }]);
    expect((await network(app, "authorize", card, { amount: "1.00" })).code).toBe(
      "card_frozen_operator",
    );
    const mails = async () => {
      const { body } = await app.call(undefined, "GET /sandbox/mail.json");
      const own = body.data.filter(({ to }: { to: string }) => to === customer.email);
      expect(JSON.stringify(own)).not.toContain("Inner");
      return own.map(({ subject }: { subject: string }) => subject);
    };
    await expect.poll(mails, { timeout: 60_000 }).toContain("Tessera froze your card");
    await app.call(support, `POST /api/operator/cards/${card.id}/unfreeze`, { note: "Cleared" });
    const lifted = "Tessera unfroze your card";
    await expect.poll(mails, { timeout: 60_000 }).toContain(lifted);
  });
});
