import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus } from "../../testing/test-cards.ts";
import { flag } from "../../testing/test-reviews.ts";
import { collectDepositDebts } from "../deposits/index.ts";
import { allocateBatch, allocateEntries } from "./allocate-entries.ts";
import { type BankApp, bankReference, createBankApp, TestBank } from "./bank.fixtures.ts";

let app: BankApp;
let bank: TestBank;
beforeAll(async () => {
  app = await createBankApp();
  bank = new TestBank(app);
});
afterAll(async () => {
  expect(await app.brokenBankBooks()).toEqual([]);
  await app.close();
});

async function payerWithReference(euros?: bigint) {
  const customer = await app.newCustomer(euros === undefined ? {} : { EUR: euros });
  return { customer, creditorReference: await app.referenceOf(customer) };
}

async function bills(customer: TestCustomer) {
  return (await app.call(customer, "GET /api/bills")).body.data;
}

async function openCase(kind: string, customer: TestCustomer) {
  const { body } = await app.call(app.reviewer, `GET /api/admin/reviews?kind=${kind}`);
  const found = body.data.find(
    ({ customer: { id } }: { customer: { id: string } }) => id === `cus_${customer.customerId}`,
  );
  return found as { id: string; revision: number; reasons: string[]; needsTwo: boolean };
}

function decide(by: TestCustomer, reviewCase: { id: string; revision: number }, act = "approve") {
  const { id, revision } = reviewCase;
  const body = { revision, ...(act === "reject" && { reason: "Not the payer" }) };
  return app.call(by, `POST /api/admin/reviews/${id}/${act}`, body);
}

describe("a booked bank transfer", () => {
  it("with a customer's reference is credited once, and its bill shows no name", async () => {
    const { customer, creditorReference } = await payerWithReference();
    const reference = bankReference();
    await app.settle(bank.statement([bank.credit({ creditorReference, reference })]));
    await Promise.all([allocateEntries(app.context), allocateEntries(app.context)]);
    expect(await app.available(customer)).toBe("50.00");
    const [bill, ...others] = await bills(customer);
    expect(others).toEqual([]);
    expect(bill).toMatchObject({
      ...{ kind: "deposit", status: "completed", title: "Bank transfer" },
      ...{ source: "bank", amount: "50.00" },
    });
    expect(JSON.stringify(bill)).not.toContain("Anna");
    const audited = await app.context.db.sql<{ actor: string }[]>`
      select actor from ledger.audit
      where action = 'bank.credited' and customer_id = ${customer.customerId}`;
    expect(audited).toEqual([{ actor: "bank:XX93DEMO0000000000000003" }]);
    expect(await app.entryOf(reference)).toMatchObject({
      ...{ state: "credited", customerName: customer.username, movementId: bill.id },
    });
  });

  it.each([
    [
      "spaced and in lower case in the text",
      (own: string) => ({ remittance: `for ${own.replace(/(.{4})/g, "$1 ").toLowerCase()}` }),
    ],
    ["as the end-to-end id", (own: string) => ({ endToEndId: own })],
  ])("with the reference %s is credited", async (_, written) => {
    const { customer, creditorReference } = await payerWithReference();
    await app.settle(bank.statement([bank.credit(written(creditorReference))]));
    expect(await app.available(customer)).toBe("50.00");
  });

  it("has a reference for each currency, the same whenever it is asked for", async () => {
    const customer = await app.newCustomer({});
    const read = () => app.call(customer, "GET /api/wallet/bank-details");
    const answers = await Promise.all([read(), read(), read()]);
    const [first, ...others] = answers.map(({ body }) => body.accounts);
    for (const accounts of others) {
      expect(accounts).toEqual(first);
    }
    const references = first.map(({ reference }: { reference: string }) => reference);
    expect(new Set(references).size).toBe(references.length);
  });

  it("that is only expected is not credited until it is booked", async () => {
    const { customer, creditorReference } = await payerWithReference();
    const entry = bank.credit({ creditorReference });
    await app.settle(bank.statement([{ ...entry, status: "PDNG" }]));
    expect(await app.available(customer)).toBe("0.00");
    await app.settle(bank.statement([entry]));
    expect(await app.available(customer)).toBe("50.00");
  });

  it("waits for a review if its customer is flagged or the amount is large", async () => {
    const { customer, creditorReference } = await payerWithReference();
    await flag(app, customer);
    const amountMinor = 200_000_000n;
    await app.settle(bank.statement([bank.credit({ creditorReference, amountMinor })]));
    expect(await app.available(customer)).toBe("0.00");
    const held = await openCase("bank_transfer", customer);
    expect(held).toMatchObject({ reasons: ["flagged", "over_threshold"], needsTwo: true });
    expect((await app.call(customer, "GET /api/reviews")).body.data).toMatchObject([
      { id: held.id, kind: "bank_transfer" },
    ]);
    expectStatus(await decide(app.reviewer, held), 200);
    expect(await app.available(customer)).toBe("0.00");
    expectStatus(await decide(app.reviewer, held), 409);
    expectStatus(await decide(app.other, held), 200);
    expect(await app.available(customer)).toBe("2000000.00");
  });

  it("that a review rejects goes to the queue, from where it is returned", async () => {
    const { customer, creditorReference } = await payerWithReference();
    const { customerId } = customer;
    expectStatus(
      await app.call(app.support, `POST /api/admin/customers/cus_${customerId}/suspend`, {
        ...{ reason: "suspected_fraud", note: "Looks odd" },
      }),
      200,
    );
    const reference = bankReference();
    await app.settle(bank.statement([bank.credit({ creditorReference, reference })]));
    const held = await openCase("bank_transfer", customer);
    expect(held.reasons).toEqual(["suspended"]);
    expectStatus(await decide(app.reviewer, held, "reject"), 200);
    const entry = await app.entryOf(reference);
    expect(entry).toMatchObject({ state: "unmatched", reason: "rejected", customerId: null });
    const path = `POST /api/admin/bank/entries/${entry.id}/return` as const;
    const returned = expectStatus(await app.call(app.reviewer, path, { reason: "Rejected" }), 200);
    const { returnReference } = returned.body;
    expect(returnReference).toMatch(/^RET\d{12}$/);
    expectStatus(await app.call(app.other, path, { reason: "Rejected" }), 409);
    const wrong = bank.debit({ remittance: returnReference, amountMinor: 1n });
    await app.settle(bank.statement([wrong]));
    expect(await app.entryOf(reference)).toMatchObject({ state: "returning" });
    await app.settle(bank.statement([bank.debit({ remittance: `Return ${returnReference}` })]));
    expect(await app.entryOf(reference)).toMatchObject({ state: "returned" });
    expect(await app.entryOf(wrong.reference)).toMatchObject({ state: "outflow" });
  });
});

describe("an unmatched bank transfer", () => {
  it.each([
    ["without a reference", {}, "no_reference"],
    ["with an unknown reference", { remittance: "RF690010000000042" }, "unknown_reference"],
    ["with a reference of another cell", { remittance: "RF850070000000042" }, "other_cell"],
    ["that gives money back", { isReversal: true }, "reversal"],
  ])("%s says so and credits nobody", async (_, over, reason) => {
    const reference = bankReference();
    await app.settle(bank.statement([bank.credit({ ...over, reference })]));
    expect(await app.entryOf(reference)).toMatchObject({ state: "unmatched", reason });
  });

  it("with two references, or one of another currency, credits nobody", async () => {
    const one = await payerWithReference();
    const two = await payerWithReference();
    const { body } = await app.call(one.customer, "GET /api/wallet/bank-details");
    const dollars = body.accounts.find(({ currency }: { currency: string }) => currency === "USD");
    const both = bank.credit({ remittance: `${one.creditorReference} ${two.creditorReference}` });
    const other = bank.credit({ creditorReference: dollars.reference });
    await app.settle(bank.statement([both, other]));
    expect(await app.entryOf(both.reference)).toMatchObject({ reason: "several_references" });
    expect(await app.entryOf(other.reference)).toMatchObject({ reason: "other_currency" });
    expect(await app.available(one.customer)).toBe("0.00");
  });

  it("with one wrong digit suggests its customer, and needs two operators", async () => {
    const { customer, creditorReference } = await payerWithReference();
    const digit = (Number(creditorReference[9]) + 1) % 10;
    const wrong = `${creditorReference.slice(0, 9)}${digit}${creditorReference.slice(10)}`;
    const reference = bankReference();
    await app.settle(bank.statement([bank.credit({ remittance: wrong, reference })]));
    const { id } = await app.entryOf(reference);
    const detail = await app.call(app.support, `GET /api/admin/bank/entries/${id}`);
    expect(detail.body.suggestions).toEqual([
      {
        customerId: `cus_${customer.customerId}`,
        customerName: customer.username,
        reference: creditorReference,
      },
    ]);
    const path = `POST /api/admin/bank/entries/${id}/assign` as const;
    const body = { customerId: `cus_${customer.customerId}` };
    const [first, again] = [
      await app.call(app.reviewer, path, body),
      await app.call(app.reviewer, path, body),
    ];
    expect(expectStatus(first, 200).body.state).toBe("reviewing");
    expect(expectStatus(again, 200).body).toEqual(first.body);
    expect(expectStatus(await app.call(app.other, path, body), 409).body.code).toBe(
      "bank_entry_decided",
    );
    // The customer learns nothing before it is certain.
    expect((await app.call(customer, "GET /api/reviews")).body.data).toEqual([]);
    const proposed = await openCase("bank_assignment", customer);
    expectStatus(await decide(app.reviewer, proposed), 409);
    expect(await app.available(customer)).toBe("0.00");
    expectStatus(await decide(app.other, proposed), 200);
    expect(await app.available(customer)).toBe("50.00");
  });

  it("assigned wrongly goes back to the queue when the second operator rejects it", async () => {
    const { customer } = await payerWithReference();
    const reference = bankReference();
    await app.settle(bank.statement([bank.credit({ reference })]));
    const { id } = await app.entryOf(reference);
    const body = { customerId: `cus_${customer.customerId}` };
    await app.call(app.support, `POST /api/admin/bank/entries/${id}/assign`, body);
    const proposed = await openCase("bank_assignment", customer);
    expectStatus(await decide(app.reviewer, proposed, "reject"), 200);
    expect(await app.entryOf(reference)).toMatchObject({ state: "unmatched", customerId: null });
    const unknown = { customerId: "cus_00000000-0000-7000-8000-000000000000" };
    const refused = await app.call(
      app.support,
      `POST /api/admin/bank/entries/${id}/assign`,
      unknown,
    );
    expect(refused.status).toBe(404);
  });
});

describe("a reversal by the bank", () => {
  const reversalOf = (entry: { endToEndId?: string; amountMinor: bigint }) =>
    bank.debit({ ...entry, reference: bankReference(), isReversal: true, isCredit: false });

  it("takes a credit back; what was spent becomes a debt, which later money repays", async () => {
    const { customer, creditorReference } = await payerWithReference();
    const endToEndId = `E2E-${bankReference()}`;
    const credit = bank.credit({ creditorReference, endToEndId });
    await app.settle(bank.statement([credit]));
    // The customer moves 30.00 of the 50.00 elsewhere.
    const { ledger, db } = app.context;
    const terms = {
      currency: "EUR",
      direction: "debit",
      amount: "30.00",
      reason: "Spent",
      reference: "T-1",
    };
    const path = `POST /api/admin/customers/cus_${customer.customerId}/corrections` as const;
    const { body } = expectStatus(await app.call(app.support, path, terms), 201);
    expectStatus(
      await app.call(app.other, `POST /api/admin/corrections/${body.id}/approve`, { revision: 1 }),
      200,
    );
    expect(await app.available(customer)).toBe("20.00");
    await app.settle(bank.statement([reversalOf({ endToEndId, amountMinor: 5_000n })]));
    expect(await app.available(customer)).toBe("0.00");
    expect(await app.entryOf(credit.reference)).toMatchObject({ state: "reversed" });
    const deposit = (await bills(customer)).find(
      ({ kind }: { kind: string }) => kind === "deposit",
    );
    expect(deposit.status).toBe("cancelled");
    const detail = await app.call(customer, `GET /api/transactions/${deposit.id}`);
    expect(detail.body.timeline).toMatchObject([
      { kind: "deposit" },
      { kind: "reversal", amount: "-50.00" },
    ]);
    const wallet = (await app.call(customer, "GET /api/wallet/assets")).body;
    expect(JSON.stringify(wallet)).toContain("-30.00");
    await app.settle(bank.statement([bank.credit({ creditorReference, amountMinor: 4_000n })]));
    // Servers collect at the same time. Nobody pays a debt twice.
    await Promise.all(Array.from({ length: 4 }, () => collectDepositDebts(app.context)));
    expect(await app.available(customer)).toBe("10.00");
    expect(await ledger.verify(db)).toMatchObject({ holds: true });
  });

  it("of an unmatched transfer ends it without touching any customer", async () => {
    const endToEndId = `E2E-${bankReference()}`;
    const credit = bank.credit({ endToEndId });
    await app.settle(bank.statement([credit]));
    await app.settle(bank.statement([reversalOf({ endToEndId, amountMinor: 5_000n })]));
    expect(await app.entryOf(credit.reference)).toMatchObject({ state: "reversed" });
  });

  it("in the same statement as its credit is decided after it", async () => {
    const { customer, creditorReference } = await payerWithReference();
    const endToEndId = `E2E-${bankReference()}`;
    const credit = bank.credit({ creditorReference, endToEndId });
    const debit = reversalOf({ endToEndId, amountMinor: 5_000n });
    await app.settle(bank.statement([debit, credit]));
    expect(await app.available(customer)).toBe("0.00");
    expect(await app.entryOf(debit.reference)).toMatchObject({ state: "reversal" });
  });

  it("never takes another customer's money because both banks gave no id", async () => {
    const { customer, creditorReference } = await payerWithReference();
    const amountMinor = 7_777n;
    const credit = bank.credit({ creditorReference, amountMinor });
    const debit = reversalOf({ endToEndId: "E2E-of-nobody", amountMinor });
    const noId = "<TxId>NOTPROVIDED</TxId></Refs>";
    await app.settle(bank.statement([credit, debit]).replaceAll("</Refs>", noId));
    expect(await app.entryOf(debit.reference)).toMatchObject({ state: "outflow" });
    expect(await app.available(customer)).toBe("77.77");
  });

  it("takes back each of one customer's equal transfers", async () => {
    const { customer, creditorReference } = await payerWithReference();
    const endToEndId = `E2E-${bankReference()}`;
    const twins = [0, 1].map(() => bank.credit({ creditorReference, endToEndId }));
    const debit = () => reversalOf({ endToEndId, amountMinor: 5_000n });
    await app.settle(bank.statement([...twins, debit()]));
    expect(await app.available(customer)).toBe("50.00");
    const others = [debit(), debit()];
    await app.settle(bank.statement(others));
    expect(await app.available(customer)).toBe("0.00");
    const entries = await Promise.all(others.map(({ reference }) => app.entryOf(reference)));
    expect(entries.map(({ state }) => state).sort()).toEqual(["outflow", "reversal"]);
  });

  it("ends a transfer under review, and one whose return has been instructed", async () => {
    const { customer, creditorReference } = await payerWithReference();
    await flag(app, customer);
    const [one, two] = [`E2E-${bankReference()}`, `E2E-${bankReference()}`];
    const reviewed = bank.credit({ creditorReference, endToEndId: one });
    const returned = bank.credit({ endToEndId: two });
    await app.settle(bank.statement([reviewed, returned]));
    const { id } = await app.entryOf(returned.reference);
    const path = `POST /api/admin/bank/entries/${id}/return` as const;
    const { body } = expectStatus(await app.call(app.reviewer, path, { reason: "None" }), 200);
    const debits = [one, two].map((endToEndId) => reversalOf({ endToEndId, amountMinor: 5_000n }));
    await app.settle(bank.statement(debits));
    for (const { reference } of [reviewed, returned]) {
      expect(await app.entryOf(reference)).toMatchObject({ state: "reversed" });
    }
    expect(await openCase("bank_transfer", customer)).toMatchObject({ status: "expired" });
    // The bank has paid the return all the same. Nothing explains it.
    const paid = bank.debit({ remittance: body.returnReference });
    await app.settle(bank.statement([paid]));
    expect(await app.entryOf(paid.reference)).toMatchObject({ state: "outflow" });
  });

  it("that cannot be decided waits, and does not stop the others", async () => {
    const stuck = await payerWithReference();
    const well = await payerWithReference();
    const [one, two] = [`E2E-${bankReference()}`, `E2E-${bankReference()}`];
    await app.settle(
      bank.statement([
        bank.credit({ creditorReference: stuck.creditorReference, endToEndId: one }),
        bank.credit({ creditorReference: well.creditorReference, endToEndId: two }),
      ]),
    );
    const { customerId } = stuck.customer;
    const owner = postgres(app.database.ownerUrl, { max: 1 });
    const hide = (from: string, to: string) =>
      owner`update customer_account set currency = ${to} where customer_id = ${customerId}
        and currency = ${from} and kind = 'receivable'`;
    try {
      await owner`delete from customer_account where customer_id = ${customerId}
        and currency = 'CNY' and kind = 'receivable'`;
      await hide("EUR", "CNY");
      const first = reversalOf({ endToEndId: one, amountMinor: 5_000n });
      const second = reversalOf({ endToEndId: two, amountMinor: 5_000n });
      await app.settle(bank.statement([first, second]));
      expect(await app.entryOf(first.reference)).toMatchObject({ state: "waiting" });
      expect(await app.entryOf(second.reference)).toMatchObject({ state: "reversal" });
      await hide("CNY", "EUR");
      await allocateEntries(app.context);
      expect(await app.entryOf(first.reference)).toMatchObject({ state: "reversal" });
    } finally {
      await owner.end();
    }
  });

  it("that names no credit, or more than one, is left as an outflow", async () => {
    const endToEndId = `E2E-${bankReference()}`;
    const twins = [bank.credit({ endToEndId }), bank.credit({ endToEndId })];
    const debit = reversalOf({ endToEndId, amountMinor: 5_000n });
    const other = reversalOf({ endToEndId: "E2E-none", amountMinor: 5_000n });
    await app.settle(bank.statement([...twins, debit, other]));
    for (const { reference } of [debit, other]) {
      expect(await app.entryOf(reference)).toMatchObject({ state: "outflow" });
    }
    expect(await allocateBatch(app.context)).toBe(0);
  });
});
