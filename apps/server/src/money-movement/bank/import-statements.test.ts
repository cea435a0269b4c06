import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accountOf } from "../../identity/people/index.ts";
import { newId } from "../../platform/ids.ts";
import { type BankApp, bankReference, createBankApp, TestBank } from "./bank.fixtures.ts";
import { importStatements } from "./import-statements.ts";

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

async function house(kind: "bank_clearing" | "suspense"): Promise<bigint> {
  const { ledger, db } = app.context;
  return ledger.houseBalance(db.kysely, ledger.houseAccount(kind, "EUR"));
}

async function countEntries(): Promise<number> {
  const rows = await app.context.db.sql<{ count: number }[]>`
    select count(*)::int as count from bank_entry`;
  return rows[0]?.count ?? 0;
}

async function codesOf(text: string): Promise<readonly string[]> {
  const { imported, problems } = await app.upload(text);
  expect(imported).toBe(problems.length === 0);
  return problems.map(({ code }) => code);
}

describe("a bank statement", () => {
  it("makes bank clearing the closing balance with the opposite sign", async () => {
    const suspense = await house("suspense");
    const text = bank.statement([bank.credit(), bank.debit({ amountMinor: 700n })]);
    const { imported, statements } = await app.upload(text);
    expect(imported).toBe(true);
    expect(statements).toMatchObject([{ added: 2, known: 0, pending: 0 }]);
    expect(await house("bank_clearing")).toBe(-bank.balanceMinor);
    // The first statement's opening balance, which nothing explains, is in suspense too.
    expect((await house("suspense")) - suspense).toBe(bank.balanceMinor);
    expect(await app.brokenBankBooks()).toEqual([]);
  });

  it("that is imported again changes nothing", async () => {
    const text = bank.statement([bank.credit()]);
    await app.upload(text);
    const before = [await house("bank_clearing"), await countEntries()];
    const again = await app.upload(text);
    expect(again).toMatchObject({ imported: true, statements: [{ id: null, added: 0, known: 1 }] });
    expect([await house("bank_clearing"), await countEntries()]).toEqual(before);
  });

  it("is imported once by many imports at the same time", async () => {
    const text = bank.statement([bank.credit(), bank.credit()]);
    const before = await countEntries();
    const results = await Promise.all(Array.from({ length: 6 }, () => app.upload(text)));
    const ids = results.flatMap(({ statements }) => statements.map(({ id }) => id));
    expect(ids.filter((id) => id !== null)).toHaveLength(1);
    expect(await countEntries()).toBe(before + 2);
  });

  it("is refused with a reason while another one of its account is being imported", async () => {
    await app.settle(bank.statement([]));
    const owner = postgres(app.database.ownerUrl, { max: 1 });
    const closing = bank.balanceMinor;
    try {
      await owner.begin(async (held) => {
        await held`select from bank_account for update`;
        expect(await codesOf(bank.statement([bank.credit()]))).toEqual(["busy_account"]);
      });
    } finally {
      bank.balanceMinor = closing;
      await owner.end();
    }
    expect(await codesOf(bank.statement([bank.credit()]))).toEqual([]);
  });

  it("that overlaps an earlier one adds only what is new", async () => {
    const [first, second, third] = [bank.credit(), bank.debit(), bank.credit()];
    const opening = bank.balanceMinor;
    await app.upload(bank.statement([first, second], opening));
    const { statements } = await app.upload(bank.statement([first, second, third], opening));
    expect(statements).toMatchObject([{ added: 1, known: 2 }]);
    expect(await house("bank_clearing")).toBe(-bank.balanceMinor);
  });

  it("with a gap to the last one is refused, and nothing of it is stored", async () => {
    const closing = bank.balanceMinor;
    const before = await countEntries();
    const text = bank.statement([bank.credit()], closing + 100n);
    expect(await codesOf(text)).toEqual(["gap"]);
    expect(await countEntries()).toBe(before);
    bank.balanceMinor = closing;
  });

  it("with a known entry that has another amount is refused", async () => {
    const entry = bank.credit();
    const opening = bank.balanceMinor;
    await app.upload(bank.statement([entry], opening));
    const closing = bank.balanceMinor;
    const changed = bank.statement([{ ...entry, amountMinor: 1n }, bank.credit()], opening);
    expect(await codesOf(changed)).toContain("changed_entry");
    bank.balanceMinor = closing;
  });

  it("that lists a known entry with more or fewer transactions is refused", async () => {
    const opening = bank.balanceMinor;
    const entry = bank.credit({ amountMinor: 1_000n });
    const split = (amounts: readonly number[], closingMinor: bigint) => {
      const text = bank.statement([{ ...entry, amountMinor: closingMinor - opening }], opening);
      const details = amounts.map(
        (amount) =>
          `<TxDtls><Refs><EndToEndId>E</EndToEndId></Refs><Amt Ccy="EUR">${amount}</Amt></TxDtls>`,
      );
      return text.replace(/<TxDtls>.*<\/TxDtls>/, details.join(""));
    };
    expect(await codesOf(split([5, 5], opening + 1_000n))).toEqual([]);
    const closing = bank.balanceMinor;
    expect(await codesOf(split([5, 5, 5], opening + 1_500n))).toContain("changed_entry");
    expect(await codesOf(split([5], opening + 500n))).toContain("changed_entry");
    expect(await house("bank_clearing")).toBe(-closing);
    bank.balanceMinor = closing;
  });

  it("with sums beyond the ledger's is refused, and no text of it is an error", async () => {
    const closing = bank.balanceMinor;
    const amountMinor = 90_000_000_000_000n;
    const huge = [bank.credit({ amountMinor }), bank.credit({ amountMinor })];
    const back = [bank.debit({ amountMinor }), bank.debit({ amountMinor })];
    const codes = await codesOf(bank.statement([...huge, ...back]));
    expect(codes).toEqual(["amount_out_of_range", "amount_out_of_range"]);
    const account = `${"A".repeat(33)}\u{1F600}`;
    expect(
      await codesOf(bank.statement([bank.credit({ partyAccount: account })], closing)),
    ).toEqual([]);
  });

  it("that is refused is in the audit log, with the operator and the reasons", async () => {
    const closing = bank.balanceMinor;
    await codesOf(bank.statement([bank.credit()], closing + 100n));
    bank.balanceMinor = closing;
    const rows = await app.context.db.sql<{ outcome: string }[]>`
      select outcome from ledger.audit where action = 'bank.import' order by id desc limit 1`;
    expect(rows).toMatchObject([{ outcome: "refused" }]);
  });

  it("with any problem stores nothing, although entries before it were read", async () => {
    const closing = bank.balanceMinor;
    const before = await countEntries();
    const entries = Array.from({ length: 1_200 }, () => bank.credit());
    const text = bank.statement([...entries, bank.credit({ bookedOn: "2099-01-01" })]);
    expect(await codesOf(text)).toEqual(["future_date"]);
    expect(await countEntries()).toBe(before);
    bank.balanceMinor = closing;
  });

  it("of an account that is not the program's is refused with the line", async () => {
    const text = bank.statement([]).replace(/XX93DEMO\d+/, "DE89370400440532013000");
    const { problems } = await app.upload(text);
    expect(problems).toMatchObject([{ code: "unknown_account", line: 5 }]);
    expect(problems[0]?.message).toBe("DE89370400440532013000 is not an account of the program.");
  });

  const SUMS = "<TxsSummry><TtlNtries><NbOfNtries>9</NbOfNtries></TtlNtries></TxsSummry>";
  it.each([
    ["a wrong sum", "wrong_sum", "Stmt>", (text: string) => text.replace("<Ntry>", `${SUMS}$&`)],
    [
      "a closing balance that does not follow",
      ...["unbalanced", "Stmt>"],
      (text: string) => text.replace("CLBD", "OPBD").replace("OPBD", "CLBD"),
    ],
    [
      "a document type",
      ...["document_type", "DOCTYPE"],
      (text: string) => text.replace("<Document", '<!DOCTYPE x SYSTEM "file:///etc/passwd">\n$&'),
    ],
    [
      "the same entry twice",
      ...["duplicate_entry", "B-twice"],
      (text: string) => text.replace(/<AcctSvcrRef>[^<]*/g, "<AcctSvcrRef>B-twice"),
    ],
    [
      "another account",
      ...["unknown_account", "Stmt>"],
      (text: string) => text.replace(/XX93DEMO\d+/, "DE89370400440532013000"),
    ],
  ] as const)("with %s is refused whole, with its line", async (_, code, marker, spoil) => {
    const closing = bank.balanceMinor;
    const before = [await house("bank_clearing"), await countEntries()];
    const text = spoil(bank.statement([bank.credit(), bank.credit()]));
    bank.balanceMinor = closing;
    const { imported, problems } = await app.upload(text);
    expect(imported).toBe(false);
    const line = problems.find((problem) => problem.code === code)?.line ?? 0;
    expect(text.split("\n")[line - 1]).toContain(marker);
    expect([await house("bank_clearing"), await countEntries()]).toEqual(before);
  });

  it("whose import breaks off leaves nothing behind", async () => {
    const closing = bank.balanceMinor;
    const before = [await house("bank_clearing"), await countEntries()];
    const text = bank.statement(Array.from({ length: 600 }, () => bank.credit()));
    async function* broken() {
      yield Buffer.from(text.slice(0, text.length - 200));
      throw new Error("the connection was lost");
    }
    const by = { actor: "test", requestId: null };
    await expect(importStatements(app.context, broken, { by })).rejects.toThrow("was lost");
    expect([await house("bank_clearing"), await countEntries()]).toEqual(before);
    bank.balanceMinor = closing;
  });

  it("keeps the order of its entries", async () => {
    const entries = Array.from({ length: 40 }, () => bank.credit());
    const { statements } = await app.upload(bank.statement(entries));
    const query = `limit=100&statementId=${statements[0]?.id}`;
    const { body } = await app.call(app.reviewer, `GET /api/admin/bank/entries?${query}`);
    const listed = body.data.map(({ reference }: { reference: string }) => reference);
    expect(listed.reverse()).toEqual(entries.map(({ reference }) => reference));
  });

  it("is listed with what became of its entries, for operators only", async () => {
    const reference = bankReference();
    await app.settle(bank.statement([bank.credit({ reference }), bank.debit()]));
    const { body } = await app.call(app.support, "GET /api/admin/bank/statements?limit=1");
    expect(body.data).toMatchObject([
      { counts: { unmatched: 1, outflow: 1 }, importedBy: app.reviewer.username },
    ]);
    const customer = await app.newCustomer({});
    for (const path of ["statements", "entries"]) {
      const refused = await app.call(customer, `GET /api/admin/bank/${path}`);
      expect(refused.status).toBe(403);
    }
  });
});

describe("verify: finds a planted corruption of bank transfers", () => {
  it.each([
    ["bank_account", "closing_minor = closing_minor + 1", "closing_minor = closing_minor - 1", 2],
    ["bank_entry", "amount_minor = amount_minor + 1", "amount_minor = amount_minor - 1", 2],
    ["bank_statement", "added = added + 1", "added = added - 1", 1],
  ])("in %s", async (table, plant, undo, least) => {
    const one = `id = (select min(id::text)::uuid from ${table})`;
    const where = table === "bank_account" ? "true" : one;
    const owner = postgres(app.database.ownerUrl, { max: 1 });
    try {
      await owner.unsafe(`update ${table} set ${plant} where ${where}`);
      expect((await app.brokenBankBooks()).length).toBeGreaterThanOrEqual(least);
    } finally {
      await owner.unsafe(`update ${table} set ${undo} where ${where}`);
      await owner.end();
    }
    expect(await app.brokenBankBooks()).toEqual([]);
  });

  it("when bank clearing moves without a statement", async () => {
    const { ledger, db, clock } = app.context;
    const { customerId } = await app.newCustomer({});
    const at = clock.now();
    const movement = (debit: bigint, credit: bigint) => ({
      ...{ id: newId(at), customerId, kind: "deposit", cardId: null, parentId: null, title: "" },
      ...{ status: "completed" as const, currency: "EUR" as const, amountMinor: 1n, feeMinor: 0n },
      ...{ data: {}, eventAt: at, clientKey: null },
      legs: [{ type: "transfer" as const, debit, credit, amountMinor: 1n }],
    });
    const own = await accountOf(db.kysely, customerId, "EUR");
    const clearing = ledger.houseAccount("bank_clearing", "EUR");
    await ledger.post(db.kysely, [movement(clearing, own)]);
    const [first] = await app.brokenBankBooks();
    expect(first).toMatch(/^bank clearing is the banks/);
    await ledger.post(db.kysely, [movement(own, clearing)]);
    expect(await app.brokenBankBooks()).toEqual([]);
  });
});
