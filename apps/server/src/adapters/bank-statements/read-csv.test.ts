import { describe, expect, it } from "vitest";
import { CSV_COLUMNS } from "./csv-reader.ts";
import { ACCOUNT, readText } from "./statements.fixtures.ts";

const HEAD = [
  "format,tessera-statement-1",
  `account,${ACCOUNT}`,
  "currency,EUR",
  "statement,2026-330",
  "opening,-100.00",
  "closing,-50.00",
  "closed,2026-11-27",
];
const ROWS = [
  'B-1,2026-11-27,,credit,60.00,booked,no,,,"Invoice ""7"", two\nlines",Anna Example,DE89 37040044',
  "B-2,2026-11-27,2026-11-26,debit,10.00,,,E2E-1,,,,",
  "B-3,2026-11-28,,credit,5.00,pending,,,,,,",
];

function csv(head: readonly string[] = HEAD, rows: readonly string[] = ROWS): string {
  return [...head, CSV_COLUMNS.join(","), ...rows, ""].join("\r\n");
}

describe("CSV: a statement", () => {
  it("is read with its balances, entries and payers, in pieces of any size", async () => {
    const whole = await readText(csv());
    expect(whole.problems).toEqual([]);
    expect(whole.events).toMatchObject([
      { type: "statement", header: { openingMinor: -10_000n, closingMinor: -5_000n } },
      {
        type: "entry",
        entry: {
          line: 9,
          transactions: [
            {
              ...{ key: "S:B-1", isCredit: true, amountMinor: 6_000n, valuedOn: null },
              remittance: 'Invoice "7", two lines',
              partyAccount: "DE8937040044",
            },
          ],
        },
      },
      {
        type: "entry",
        entry: { line: 11, transactions: [{ isCredit: false, endToEndId: "E2E-1" }] },
      },
      { type: "pending", amountMinor: 500n },
      { type: "end" },
    ]);
    for (const size of [1, 5, 40]) {
      expect(await readText(`\uFEFF${csv()}`, size)).toEqual(whole);
    }
  });

  it("stores no half character and no control character of an account", async () => {
    const account = `${"A".repeat(33)}\u{1F600}\u{1F600}`;
    const { events } = await readText(csv().replace("DE89 37040044", `\u0000${account}`));
    const [, entry] = events;
    const [transaction] = entry?.type === "entry" ? entry.entry.transactions : [];
    expect(transaction?.partyAccount).toBe(`${"A".repeat(33)}\u{1F600}`);
  });

  it.each([
    ["another format", csv(["format,other", ...HEAD.slice(1)]), "csv_format"],
    ["a missing line", csv(HEAD.slice(1)), "missing"],
    ["only its first lines", `${HEAD.slice(0, 3).join("\n")}\n`, "missing"],
    ["other columns", csv().replace("remittance", "text"), "csv_columns"],
    ["no columns", `${HEAD.join("\n")}\n`, "csv_columns"],
    ["too few fields", csv(HEAD, ["B-1,2026-11-27"]), "csv_fields"],
    ["an open quote", csv(HEAD, ['B-1,"2026']), "csv_quotes"],
    ["a quote in a word", csv(HEAD, ['B-1,20"26"']), "csv_quotes"],
    ["a huge field", csv(HEAD, [`B-1,${"x".repeat(20_000)}`]), "too_long"],
    ["no reference", csv(HEAD, [(ROWS[1] ?? "").replace("B-2", "")]), "no_entry_reference"],
    [
      "a reference that is none",
      csv(HEAD, [(ROWS[1] ?? "").replace("B-2", "NONREF")]),
      "no_entry_reference",
    ],
    ["a control character in a reference", csv().replace("B-1", "B-\u0000"), "bad_reference"],
    ["a control character in its name", csv().replace("2026-330", "2026\u0000"), "bad_reference"],
    ["a wrong direction", csv().replace("debit", "out"), "bad_code"],
    ["three decimals", csv().replace("60.00", "60.000"), "too_many_decimals"],
    ["a wrong closing balance", csv().replace("-50.00", "-49.00"), "unbalanced"],
    ["an unknown currency", csv().replace("currency,EUR", "currency,GBP"), "unknown_currency"],
  ])("with %s is refused", async (_, text, code) => {
    expect((await readText(text)).problems.map((problem) => problem.code)).toContain(code);
  });
});
