import type { BreakDetail } from "@tessera/contract/money-movement/reconciliation.schemas";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { accountOf } from "../../identity/people/index.ts";
import { inTransaction } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { readAudit } from "../../testing/read-audit.ts";
import { expectStatus } from "../../testing/test-cards.ts";
import { allocateEntries } from "../bank/allocate-entries.ts";
import { type BankApp, createBankApp, TestBank } from "../bank/bank.fixtures.ts";
import type { EntryRow } from "../bank/bank.tables.ts";
import { creditMovement } from "../bank/bank-movements.ts";
import { lockEntry } from "../bank/entries.repository.ts";
import { importStatements } from "../bank/import-statements.ts";
import { compare, openBreaks } from "./reconciliation.fixtures.ts";
import { unassignBreaks } from "./unassign-breaks.ts";

const TWO_HOURS = 7_200;
const WEEK = 7 * 86_400;

let app: BankApp;
let bank: TestBank;
let owner: postgres.Sql;

beforeAll(async () => {
  app = await createBankApp();
  bank = new TestBank(app);
  owner = postgres(app.database.ownerUrl, { max: 1 });
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

/** Imports a statement without a session, which would end as the clock advances. */
async function settle(text: string): Promise<void> {
  async function* open() {
    yield Buffer.from(text);
  }
  await importStatements(app.context, open, { by: { actor: "test", requestId: null } });
  await allocateEntries(app.context);
}

const nameOf = (breaks: readonly { kind: string; reason: string | null; difference: string }[]) =>
  breaks.map(({ kind, reason, difference }) => `${kind} ${reason} ${difference}`);

async function newBreak(amountMinor: bigint): Promise<string> {
  const before = new Set((await openBreaks(app.context, "bank")).map(({ id }) => id));
  await settle(bank.statement([bank.credit({ amountMinor })]));
  app.clock.advance(TWO_HOURS);
  const { open } = await compare(app.context, "bank");
  const [found] = open.filter(({ id }) => !before.has(id));
  return found?.id ?? "";
}

async function read(id: string): Promise<BreakDetail> {
  const path = `GET /api/admin/reconciliation/breaks/${id}` as const;
  return expectStatus(await app.call(app.reviewer, path), 200).body;
}

const act = (id: string, what: "assign" | "explain", body: object, by = app.reviewer) =>
  app.call(by, `POST /api/admin/reconciliation/breaks/${id}/${what}`, body);

describe("reconciliation with bank statements", () => {
  it("finds nothing while every transaction has its movement", async () => {
    const customer = await app.newCustomer();
    const reference = await app.referenceOf(customer);
    await settle(bank.statement([bank.credit({ remittance: reference }), bank.credit()]));
    const { state, compared, open } = await compare(app.context, "bank");
    // The credited transaction, the one that waits for an operator, and the statement.
    expect({ state, compared, open }).toEqual({ state: "completed", compared: 3, open: [] });
  });

  it("reports a transaction that nobody was credited with, and keeps it as one break", async () => {
    app.clock.advance(TWO_HOURS);
    const first = await compare(app.context, "bank");
    expect(nameOf(first.open)).toEqual(["missing_in_ledger unmatched 50.00"]);
    const second = await compare(app.context, "bank");
    expect(second.open.map(({ id }) => id)).toEqual(first.open.map(({ id }) => id));
    const { history, outsideLines, ledgerLines } = await read(first.open[0]?.id ?? "");
    expect(history.map(({ event }) => event)).toEqual(["found"]);
    expect(outsideLines).toMatchObject([{ asset: "EUR", amount: "50.00" }]);
    expect(ledgerLines).toEqual([]);
  });

  it("closes a break once the money was credited", async () => {
    const [{ id } = { id: "" }] = await openBreaks(app.context, "bank");
    await owner`update bank_entry set state = 'returned', return_reference = 'R-1',
      counterpart_id = id where state = 'unmatched'`;
    const { closed, open } = await compare(app.context, "bank");
    expect({ closed, open }).toEqual({ closed: 1, open: [] });
    const { state, history } = await read(id);
    expect(state).toBe("resolved");
    expect(history.map(({ event }) => event)).toEqual(["found", "closed"]);
    const answer = await act(id, "explain", { explanation: "Too late" });
    expect([answer.status, answer.body.code]).toEqual([409, "break_resolved"]);
  });

  it("finds an amount that somebody has changed, and opens the explained break again", async () => {
    const customer = await app.newCustomer();
    const remittance = await app.referenceOf(customer);
    await settle(bank.statement([bank.credit({ remittance, amountMinor: 12_300n })]));
    await owner`update bank_entry set amount_minor = 12_400 where amount_minor = 12_300`;
    const { open } = await compare(app.context, "bank");
    expect(nameOf(open)).toEqual(["amount_differs null 1.00"]);
    const id = open[0]?.id ?? "";
    expectStatus(await act(id, "explain", { explanation: "A typing error" }), 200);
    expect((await compare(app.context, "bank")).open).toEqual([]);
    await owner`update bank_entry set amount_minor = 12_500 where amount_minor = 12_400`;
    expect(nameOf((await compare(app.context, "bank")).open)).toEqual(["amount_differs null 2.00"]);
    expect(await read(id)).toMatchObject({ state: "open", explanation: null });
    await owner`update bank_entry set amount_minor = 12_300 where amount_minor = 12_500`;
    expect((await compare(app.context, "bank")).open).toEqual([]);
  });

  it("finds a second credit of one transaction, and a credit without any", async () => {
    const customer = await app.newCustomer();
    const remittance = await app.referenceOf(customer);
    await settle(bank.statement([bank.credit({ remittance, amountMinor: 7_700n })]));
    const { context } = app;
    const [row] = await context.db.sql<{ id: string }[]>`
      select id from bank_entry where amount_minor = 7_700`;
    const { customerId } = customer;
    const entry = await lockEntry(context.db.kysely, row?.id ?? "");
    const account = await accountOf(context.db.kysely, customerId, "EUR");
    const credit = async (entryId: string) => {
      const of = { ...entry, id: entryId } as EntryRow;
      const movement = creditMovement({ entry: of, customerId, account, at: context.clock.now() });
      expect(await context.ledger.submit(movement)).toMatchObject({ outcome: "posted" });
    };
    await credit(row?.id ?? "");
    await credit(newId());
    app.clock.advance(TWO_HOURS);
    const { open } = await compare(context, "bank");
    expect(nameOf(open).toSorted()).toEqual([
      "duplicate null -77.00",
      "missing_outside null -77.00",
    ]);
  });

  it("finds transfers that a bank has very likely booked twice", async () => {
    const customer = await app.newCustomer();
    const remittance = await app.referenceOf(customer);
    const twice = { remittance, endToEndId: "E2E-TWICE", amountMinor: 3_100n };
    await settle(bank.statement([bank.credit(twice), bank.credit(twice)]));
    const { open } = await compare(app.context, "bank");
    const found = open.filter(({ outside }) => outside === "31.00");
    expect(nameOf(found)).toEqual(["duplicate null 0.00"]);
  });
});

describe("a reconciliation break", () => {
  it("is assigned to active reviewers and administrators only, and keeps its history", async () => {
    const id = await newBreak(8_100n);
    const { username } = app.other;
    expectStatus(await act(id, "assign", { assignee: username }), 200);
    expectStatus(await act(id, "assign", { assignee: username }), 200);
    const refused = await act(id, "assign", { assignee: app.support.username });
    expect([refused.status, refused.body.code]).toEqual([409, "no_such_assignee"]);
    const { assignedTo, history } = await read(id);
    expect(assignedTo).toBe(username);
    expect(history.map(({ event, note }) => [event, note])).toEqual([
      ["found", null],
      ["assigned", username],
    ]);
    expect((await act(id, "assign", { assignee: null }, app.other)).body.assignedTo).toBeNull();
    const audit = await readAudit(app.context, { object: id });
    expect(audit.map(({ action, data }) => [action, data.event])).toEqual([
      ["reconciliation.assign", "assigned"],
      ["reconciliation.assign", "unassigned"],
    ]);
  });

  it("is assigned to nobody once its operator may no longer explain it", async () => {
    const id = await newBreak(8_150n);
    const { username, userId } = app.other;
    expectStatus(await act(id, "assign", { assignee: username }), 200);
    const loses = (role: string | null) =>
      inTransaction(app.context.db, (tx) =>
        unassignBreaks(app.context, tx, { id: userId, username, role }, {
          actor: "admin",
        } as Parameters<typeof unassignBreaks>[3]),
      );
    await loses("reviewer");
    expect((await read(id)).assignedTo).toBe(username);
    await loses(null);
    const { assignedTo, history } = await read(id);
    expect(assignedTo).toBeNull();
    expect(history.at(-1)).toMatchObject({ event: "unassigned", actor: "admin" });
  });

  it("ages, is filtered by age and assignment, and counts as open until explained", async () => {
    const id = await newBreak(8_200n);
    app.clock.advance(WEEK);
    const list = (query: string) =>
      app.call(app.reviewer, `GET /api/admin/reconciliation/breaks?limit=100&${query}`);
    const idsOf = async (query: string) =>
      expectStatus(await list(query), 200).body.data.map((one: { id: string }) => one.id);
    expect(await idsOf("age=older&state=open&assigned=nobody")).toContain(id);
    expect(await idsOf("age=day")).not.toContain(id);
    expect(await idsOf("assigned=me")).toEqual([]);
    const older = async () => {
      const { body } = await app.call(app.reviewer, "GET /api/admin/reconciliation");
      const status = body.sources.find(({ source }: { source: string }) => source === "bank");
      return status.open.find(({ age }: { age: string }) => age === "older").count;
    };
    const before = await older();
    expectStatus(await act(id, "explain", { explanation: "Known at the bank" }), 200);
    expect(await older()).toBe(before - 1);
    expect(await read(id)).toMatchObject({
      ...{ state: "explained", explanation: "Known at the bank" },
      explainedBy: app.reviewer.username,
    });
  });

  it("is not found for an id of nothing", async () => {
    const id = "brk_00000000-0000-7000-8000-000000000000";
    expect(
      (await app.call(app.reviewer, `GET /api/admin/reconciliation/breaks/${id}`)).status,
    ).toBe(404);
    expect((await act(id, "assign", { assignee: null })).status).toBe(404);
    expect((await act("brk_x", "explain", { explanation: "?" })).status).toBe(404);
  });
});

describe("a run on demand", () => {
  it("is executed by the queue, once however often it is requested", async () => {
    const path = "POST /api/admin/reconciliation/runs" as const;
    const started = await Promise.all(
      Array.from({ length: 4 }, () => app.call(app.reviewer, path, { source: "bank" })),
    );
    for (const answer of started) {
      expectStatus(answer, 200);
    }
    const bankStatus = async () => {
      const { body } = await app.call(app.reviewer, "GET /api/admin/reconciliation");
      return body.sources.find(({ source }: { source: string }) => source === "bank");
    };
    await vi.waitUntil(async () => (await bankStatus()).lastRun.endedAt !== null, {
      timeout: 60_000,
    });
    expect(await bankStatus()).toMatchObject({
      provider: "bank statements",
      lastRun: { state: "completed", requestedBy: app.reviewer.username, fault: null },
    });
  });

  it("is refused for a source that is not configured, which says so", async () => {
    const answer = await app.call(app.reviewer, "POST /api/admin/reconciliation/runs", {
      source: "card_network",
    });
    expect(answer.body.code).toBe("not_offered");
    const { body } = await app.call(app.reviewer, "GET /api/admin/reconciliation");
    expect(body.sources).toContainEqual(
      expect.objectContaining({ source: "card_network", provider: null, lastRun: null }),
    );
  });
});
