import { safeText } from "@tessera/contract/safe-text";
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { csvField } from "../../platform/files/csv.ts";
import { chunked } from "../../platform/paging/chunked.ts";
import { xmlText } from "./spreadsheet-xml.ts";
import { csvRecords, lineOf, statementOf, written } from "./statement.fixtures.ts";
import type { StatementLine } from "./statement.ts";
import { COLUMNS } from "./statement-columns.ts";
import { writeCsv } from "./write-csv.ts";
import { writeJson } from "./write-json.ts";
import { writeXlsx } from "./write-xlsx.ts";

const FORMULA_BEGINNINGS = [..."=+-@\t\r\n\u0000＝＋－＠"];
/** Sixty strings that a spreadsheet would interpret as formulas. */
const FORMULAS = FORMULA_BEGINNINGS.flatMap((first) =>
  ["1+1", 'cmd|"/c calc"!A1', "SUM(A1:A9)", 'HYPERLINK("http://x.example","y")', ""].map(
    (rest) => `${first}${rest}`,
  ),
);

async function parts(statement = statementOf(), sheetRows?: number) {
  const archive = unzipSync(await written(writeXlsx(statement, sheetRows)));
  return Object.fromEntries(Object.entries(archive).map(([name, part]) => [name, strFromU8(part)]));
}

/** Returns the rows of a sheet, each with its cells' contents by column letter. */
function cellsOf(sheet: string): Record<string, string>[] {
  return [...sheet.matchAll(/<row r="\d+">(.*?)<\/row>/gs)].map(([, row = ""]) =>
    Object.fromEntries(
      [...row.matchAll(/<c r="([A-Z])\d+"[^>]*>(?:<is><t[^>]*>|<v>)(.*?)<\/(?:t|v)>/gs)].map(
        ([, column = "", text = ""]) => [column, text],
      ),
    ),
  );
}

describe("CSV export", () => {
  test("contains opening and closing balances, lines and totals in the same columns", async () => {
    const text = (await written(writeCsv(statementOf()))).toString();
    const card = "card,card_01900000-0000-7000-8000-0000000000c1,4242,Ads";
    const movement = "mov_01900000-0000-7000-8000-000000000001";
    const blank = (count: number) => ",".repeat(count);
    const equation = "opening 100.00 + movements -12.34 + other kinds 0.00 = closing 87.66";
    const begins = "2026-11-01T00:00:00.000-04:00,2026-11-01T04:00:00.000Z";
    const happens = "2026-11-01T00:30:01.000-04:00,2026-11-01T04:30:01.000Z";
    const ends = "2026-12-01T00:00:00.000-05:00,2026-12-01T05:00:00.000Z";
    expect(text.split("\r\n")).toEqual([
      `\ufeff${COLUMNS.join(",")}`,
      `opening,${begins},${card}${blank(11)}100.00,USD,,,`,
      `movement,${happens},${card},${movement},${movement},purchase,clearing,completed,Adobe,` +
        "5734,US,-12.34,0.00,87.66,USD,,,",
      `closing,${ends},${card}${blank(11)}87.66,USD,,,`,
      `check${blank(12)}${equation}${blank(3)}-12.34${blank(2)}87.66,USD,,,`,
      "",
    ]);
  });

  test("states a merchant's amount in another currency, and the rate", async () => {
    const abroad = lineOf(1, {
      merchant_amount: { amountMinor: "1000", currency: "JPY" },
      exchange_rate: "0.0122",
      fee: 12n,
    });
    const batches = () => [[abroad]];
    const csv = (await written(writeCsv(statementOf({ batches })))).toString();
    expect(csv).toContain(",-12.34,0.12,87.66,USD,1000,JPY,0.0122\r\n");
    const json = JSON.parse((await written(writeJson(statementOf({ batches })))).toString());
    expect(json.movements[0]).toMatchObject({
      ...{ merchantAmount: "1000", merchantCurrency: "JPY", exchangeRate: "0.0122" },
    });
  });

  test("contains no text that a spreadsheet evaluates, and writes amounts as numbers", async () => {
    expect(FORMULAS).toHaveLength(60);
    const lines = FORMULAS.map((text, n) =>
      lineOf(n, {
        title: text,
        pocket: { ...lineOf(n).pocket, card: { id: lineOf(n).id, nickname: text, last4: "4242" } },
      }),
    );
    const file = await written(writeCsv(statementOf({ batches: () => [lines] })));
    const records = csvRecords(file.toString().slice(1)).slice(1);
    const movements = records.filter(([record]) => record === "movement");
    expect(movements).toHaveLength(60);
    for (const [place, fields] of movements.entries()) {
      expect(fields).toHaveLength(COLUMNS.length);
      const cells = Object.fromEntries(COLUMNS.map((column, n) => [column, fields[n] ?? ""]));
      const formula = FORMULAS[place] ?? "";
      expect([cells.title, cells.card_name]).toEqual([`'${formula}`, `'${formula}`]);
      expect(Number(cells.amount)).toBe(-12.34);
      for (const [column, text] of Object.entries(cells)) {
        const isAmount = ["amount", "fee", "balance_after"].includes(column);
        expect(isAmount || !FORMULA_BEGINNINGS.includes(text.charAt(0))).toBe(true);
      }
    }
  });

  test("quotes fields where RFC 4180 requires it", () => {
    expect(["a,b", 'say "no"', "two\r\nlines", "plain"].map(csvField)).toEqual([
      '"a,b"',
      '"say ""no"""',
      '"two\r\nlines"',
      "plain",
    ]);
    expect([" =1", "\u00a0=1", "Köln - Bonn"].map(safeText)).toEqual([
      "' =1",
      "'\u00a0=1",
      "Köln - Bonn",
    ]);
  });
});

describe("JSON export", () => {
  test("is one document with the parameters, balances, lines and totals", async () => {
    const statement = statementOf({ batches: () => [[lineOf(1)], [lineOf(2), lineOf(3)]] });
    const { movements, ...rest } = JSON.parse(String(await written(writeJson(statement))));
    expect(rest).toEqual({
      statement: {
        fromDay: "2026-11-01",
        toDay: "2026-11-30",
        timeZone: "America/New_York",
        accounts: ["USD"],
        cards: null,
        kinds: null,
        language: "en",
        from: { time: "2026-11-01T00:00:00.000-04:00", timeUtc: "2026-11-01T04:00:00.000Z" },
        to: { time: "2026-12-01T00:00:00.000-05:00", timeUtc: "2026-12-01T05:00:00.000Z" },
      },
      balances: [
        {
          account: "card",
          cardId: "card_01900000-0000-7000-8000-0000000000c1",
          cardLast4: "4242",
          cardName: "Ads",
          currency: "USD",
          opening: "100.00",
          closing: "87.66",
        },
      ],
      check: [
        {
          currency: "USD",
          opening: "100.00",
          movements: "-12.34",
          otherKinds: "0.00",
          closing: "87.66",
          rows: 1,
          balanced: true,
        },
      ],
    });
    expect(movements).toHaveLength(3);
    expect(movements[0]).toMatchObject({
      title: "Adobe",
      amount: "-12.34",
      merchantCategory: "5734",
    });
  });

  test("keeps text unchanged, since no program evaluates it", async () => {
    const statement = statementOf({ batches: () => [[lineOf(1, { title: '=1+"1"' })]] });
    const { movements } = JSON.parse(String(await written(writeJson(statement))));
    expect(movements[0].title).toBe('=1+"1"');
  });

  test("omits invisible characters, as API responses do", async () => {
    const title = "Ado\u200bbe \u202efdp.exe 👩‍💻";
    const statement = statementOf({ batches: () => [[lineOf(1, { title })]] });
    const text = String(await written(writeJson(statement)));
    expect(JSON.parse(text).movements[0].title).toBe("Adobe fdp.exe 👩‍💻");
    expect(text).not.toMatch(/\u200b|\u202e/);
  });
});

describe("XLSX export", () => {
  test("has a summary with the totals, and lines with times and amounts as numbers", async () => {
    const { "xl/worksheets/sheet1.xml": summary = "", "xl/worksheets/sheet2.xml": lines = "" } =
      await parts();
    expect(cellsOf(summary)[6]).toEqual({
      A: "USD",
      B: "100.00",
      C: "-12.34",
      D: "0.00",
      E: "87.66",
      F: "1",
      G: "✓",
    });
    const [head, first] = cellsOf(lines);
    expect(head).toMatchObject({ A: "Time", L: "Amount", N: "Balance after" });
    // 2026-11-01T00:30:01, local time in New York.
    expect(Number(first?.A)).toBeCloseTo(46_327 + 1_801 / 86_400, 9);
    expect(first).toMatchObject({ I: "Adobe", G: "Settlement", L: "-12.34", N: "87.66" });
    expect(lines).toContain('<c r="L2" s="2"><v>-12.34</v></c>');
  });

  test("continues on more sheets, which are named and numbered, and is well-formed", async () => {
    const lines = Array.from({ length: 7 }, (_, n) => lineOf(n));
    const given = { batches: () => [lines.slice(0, 4), lines.slice(4)], rows: 7 };
    const all = await parts(statementOf(given), 3);
    const sheets = Object.keys(all).filter((name) => name.startsWith("xl/worksheets/"));
    expect(sheets.sort()).toEqual([1, 2, 3, 4].map((n) => `xl/worksheets/sheet${n}.xml`));
    const rows = [2, 3, 4].map((n) => cellsOf(all[`xl/worksheets/sheet${n}.xml`] ?? "").length);
    expect(rows).toEqual([4, 4, 2]);
    expect(all["xl/workbook.xml"]).toContain('name="Movements 3" sheetId="4"');
    for (const part of Object.values(all)) {
      const opened = part.match(/<[a-zA-Z][^>]*[^/]>|<[a-z]>/g)?.length;
      expect(part.match(/<\/[a-zA-Z]/g)?.length).toBe(opened);
    }
  });

  test("stores text in text cells that are not formulas and are valid XML", async () => {
    const lines = FORMULAS.map((title, n) => lineOf(n, { title }));
    const { "xl/worksheets/sheet2.xml": sheet = "" } = await parts(
      statementOf({ batches: () => [lines] }),
    );
    expect(sheet).not.toContain("<f>");
    for (const { I: title } of cellsOf(sheet).slice(1)) {
      expect(title?.charAt(0)).toBe("'");
    }
    expect(xmlText('<a & "b">\u0000\ud800 _x0041_')).toBe(
      '&lt;a &amp; "b"&gt;\ufffd\ufffd _x005F_x0041_',
    );
  });

  test("uses the reader's language", async () => {
    const { "xl/workbook.xml": book, "xl/worksheets/sheet2.xml": lines } = await parts(
      statementOf({ language: "zh-TW" }),
    );
    expect(book).toContain('name="彙總"');
    expect(lines).toContain("變動後餘額");
  });
});

describe("every export writer", () => {
  test("writes the same bytes for the same statement in any time zone", async () => {
    const zone = process.env.TZ;
    for (const write of [writeCsv, writeJson, writeXlsx]) {
      process.env.TZ = "Asia/Tokyo";
      const first = await written(write(statementOf()));
      process.env.TZ = "America/New_York";
      expect((await written(write(statementOf()))).equals(first)).toBe(true);
    }
    if (zone === undefined) {
      // Assigning undefined would set the time zone to "undefined" for later test files.
      delete process.env.TZ;
    } else {
      process.env.TZ = zone;
    }
  });

  test("reads the next lines only after the previous output is consumed", async () => {
    const [batchRows, batches] = [200, 40];
    for (const write of [writeCsv, writeJson, writeXlsx]) {
      let asked = 0;
      function* lines(): Generator<readonly StatementLine[]> {
        for (; asked < batches; asked += 1) {
          yield Array.from({ length: batchRows }, (_, n) => lineOf(asked * batchRows + n));
        }
      }
      let pieces = 0;
      let largest = 0;
      const statement = statementOf({ batches: lines, rows: batches * batchRows });
      for await (const piece of write(statement)) {
        pieces += 1;
        largest = Math.max(largest, piece.length);
        expect(asked).toBeLessThanOrEqual(pieces);
      }
      expect(asked).toBe(batches);
      // Of 8,000 lines, little more than one batch is in memory at any time.
      expect(largest).toBeLessThan(batchRows * 1_000);
    }
  });
});

describe("export chunks", () => {
  test("are passed on before more lines are read", async () => {
    let taken = 0;
    async function* pieces() {
      for (; taken < 100; taken += 1) {
        yield "x".repeat(10);
      }
    }
    let given = 0;
    for await (const chunk of chunked(pieces(), 25)) {
      given += chunk.length;
      expect((taken + 1) * 10 - given).toBeLessThan(25);
    }
    expect(given).toBe(1_000);
  });

  test("have the same size for any input, and contain all bytes in order", async () => {
    const pieces = ["a".repeat(7), "", "b", "c".repeat(31), Buffer.from("d".repeat(10))];
    async function* given() {
      yield* pieces;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of chunked(given(), 10)) {
      chunks.push(chunk);
    }
    expect(chunks.map(({ length }) => length)).toEqual([10, 10, 10, 10, 9]);
    expect(Buffer.concat(chunks).toString()).toBe(pieces.join(""));
  });
});
