import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { expectStatus } from "../../../testing/test-cards.ts";
import { type BankApp, createBankApp, TestBank } from "../bank.fixtures.ts";
import { importStatements } from "../import-statements.ts";

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

async function newest(by = app.other) {
  const { body } = expectStatus(await app.call(by, "GET /api/admin/bank/imports"), 200);
  return body.data[0];
}

describe("the import of a bank statement", () => {
  it("is listed with its statements, for every operator", async () => {
    await app.upload(bank.statement([bank.credit(), bank.debit()]));
    expect(await newest(app.support)).toMatchObject({
      ...{ state: "imported", entries: 2, problems: [], importedBy: app.reviewer.username },
      statements: [{ id: expect.stringMatching(/^bst_/), added: 2, known: 0 }],
    });
  });

  it("that is refused is listed with each line's fault, in the reader's language", async () => {
    const closing = bank.balanceMinor;
    const broken = bank.statement([bank.credit({ bookedOn: "2099-01-01" })]);
    const { problems } = await app.upload(broken);
    bank.balanceMinor = closing;
    const listed = await newest();
    expect(listed).toMatchObject({ state: "refused", statements: [], problems });
    expect(problems[0]).toMatchObject({ code: "future_date", line: expect.any(Number) });
    const chinese = await app.app.server.inject({
      ...{ method: "GET", url: "/api/admin/bank/imports" },
      headers: { authorization: `Bearer ${app.other.token}`, "accept-language": "zh-CN" },
    });
    expect(chinese.json().data[0].problems[0].message).toBe("2099-01-01 是未来的日期");
  });

  it("that quotes what a database cannot store is listed all the same", async () => {
    const closing = bank.balanceMinor;
    // An excerpt ends in the middle of a character of two code units.
    const long = `${"x".repeat(59)}\u{1F600}`;
    const text = bank.statement([bank.credit()]).replace(/<Cd>BOOK<\/Cd>/, `<Cd>${long}</Cd>`);
    const result = await app.upload(text);
    bank.balanceMinor = closing;
    expect(result.imported).toBe(false);
    expect(await newest()).toMatchObject({ state: "refused", entries: 0 });
  });

  it("shows how much has been read while it runs", async () => {
    const text = Buffer.from(bank.statement(Array.from({ length: 1_500 }, () => bank.credit())));
    let listed: Awaited<ReturnType<typeof newest>>;
    async function* slowly() {
      const half = Math.floor(text.length / 2);
      yield text.subarray(0, half);
      // Progress is noted once a second; the next piece comes later than that.
      now.mockReturnValue(startedMs + 2_000);
      yield text.subarray(half, half + 2_000);
      listed = await newest();
      yield text.subarray(half + 2_000);
    }
    const startedMs = performance.now();
    const now = vi.spyOn(performance, "now").mockReturnValue(startedMs);
    try {
      await importStatements(app.context, slowly, { by: { actor: "test", requestId: null } });
    } finally {
      now.mockRestore();
    }
    expect(listed).toMatchObject({ state: "reading", importedBy: "test" });
    expect(listed.entries).toBeGreaterThan(0);
    expect(listed.entries).toBeLessThan(1_500);
    expect(await newest()).toMatchObject({ state: "imported", entries: 1_500 });
  });

  it("that its server left is listed as broken off", async () => {
    const closing = bank.balanceMinor;
    const text = Buffer.from(bank.statement([bank.credit()]));
    bank.balanceMinor = closing;
    async function* breaking() {
      yield text.subarray(0, 400);
      throw new Error("the server stops");
    }
    const by = { actor: "test", requestId: null };
    await expect(importStatements(app.context, breaking, { by })).rejects.toThrow("stops");
    expect((await newest()).state).toBe("reading");
    app.clock.advance(180);
    expect(await newest()).toMatchObject({ state: "broken_off", statements: [] });
  });
});
