// @vitest-environment jsdom
import type { BankStatement } from "@tessera/contract/money-movement/bank.schemas";
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearSession } from "../../../lib/session/session-store.ts";
import { serve, show, signIn, stubMedia } from "../../../test-page.tsx";
import { Crediting } from "./crediting.tsx";
import { EntryList } from "./entry-list.tsx";
import { ImportList } from "./import-list.tsx";
import { StatementList } from "./statement-list.tsx";

const STATEMENT: BankStatement = {
  id: "bst_1",
  account: "XX93DEMO0000000000000003",
  currency: "EUR",
  format: "camt.053",
  statementId: "S-1",
  opening: "0.00",
  closing: "50.00",
  closingOn: "2026-11-27",
  credits: "50.00",
  debits: "0.00",
  added: 40,
  known: 0,
  pending: 0,
  counts: { waiting: 30, credited: 10 },
  importedAt: "2026-11-27T08:00:00.000Z",
  importedBy: "reviewer",
};

beforeEach(() => {
  stubMedia();
  signIn("reviewer");
});
afterEach(() => {
  clearSession();
  vi.unstubAllGlobals();
});

test("A long import shows how many transfers are processed, until all of them are", async () => {
  const answers = [STATEMENT, { ...STATEMENT, counts: { credited: 38, unmatched: 2 } }];
  serve({
    "GET /api/admin/bank/statements/bst_1": () =>
      Response.json(answers.length > 1 ? answers.shift() : answers[0]),
  });
  show(<Crediting id="bst_1" added={40} />);
  expect(await screen.findByText("10 of 40 processed")).toBeTruthy();
  expect(screen.getByRole("progressbar", { name: "Crediting the transfers" })).toMatchObject({
    ...{ value: 10, max: 40 },
  });
  expect(
    await screen.findByText("All 40 processed, 38 credited.", {}, { timeout: 60_000 }),
  ).toBeTruthy();
  expect(screen.queryByRole("progressbar")).toBeNull();
});

test("An import is shown while it runs, and a refused one with each line’s fault", async () => {
  const shared = { startedAt: "2026-11-27T08:00:00.000Z", importedBy: "reviewer", statements: [] };
  const problem = { line: 17, code: "unbalanced", message: "The balances differ by 1.00." };
  const reading = { ...shared, id: "bim_2", state: "reading", entries: 41_000, problems: [] };
  const refused = { ...reading, state: "refused", problems: [problem] };
  const answers = [reading, refused];
  serve({
    "GET /api/admin/bank/imports": () =>
      Response.json({ data: [answers.length > 1 ? answers.shift() : answers[0]] }),
  });
  show(<ImportList />);
  expect(await screen.findByText(/Transactions read: 41000/)).toBeTruthy();
  const fault = "Line 17: The balances differ by 1.00.";
  expect(await screen.findByText(fault, {}, { timeout: 60_000 })).toBeTruthy();
});

test("Transfers of several cells say which cell they belong to", async () => {
  const entry = {
    ...{ id: "ben_1", statementId: "bst_1", account: STATEMENT.account, currency: "EUR" },
    ...{ amount: "50.00", bookedOn: "2026-11-27", reference: "B-1", isReversal: false },
    ...{ remittance: "Thanks", partyName: "Anna Example", partyAccount: null },
    ...{ state: "unmatched", reason: "no_reference", customerId: null, customerName: null },
    ...{ movementId: null, returnReference: null, decidedBy: null },
    ...{ changedAt: "2026-11-27T08:00:00.000Z", cell: 2 },
  };
  const page = { data: [entry], nextCursor: null, cells: { unavailable: [3] } };
  serve({ "GET /api/admin/bank/entries": () => Response.json(page) });
  show(<EntryList search={{}} onSearch={() => undefined} />);
  expect(await screen.findByText("Cell 2 · 2026-11-27 · Thanks")).toBeTruthy();
  expect(screen.getByText(/^Cell 3 did not respond/)).toBeTruthy();
  expect(screen.getByRole("link").getAttribute("href")).toMatch(/cell=(%22)?2/);
});

test.each([
  [{ waiting: 2, credited: 3 }, "Being processed"],
  [{ credited: 3, unmatched: 1, outflow: 1 }, "2 open"],
  [{ credited: 3, returned: 1 }, "All processed"],
])("A statement with the counts %j is shown as: %s", async (counts, shown) => {
  const page = { data: [{ ...STATEMENT, counts }], nextCursor: null };
  serve({ "GET /api/admin/bank/statements": () => Response.json(page) });
  show(<StatementList />);
  expect(await screen.findByText(shown)).toBeTruthy();
});
