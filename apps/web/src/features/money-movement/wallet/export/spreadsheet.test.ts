// @vitest-environment jsdom
import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { csvOfTable, type ExportTable, xlsxOf } from "./spreadsheet.ts";

const TABLE: ExportTable = {
  name: "Bills: 2026/11",
  head: ["标题", "金额"],
  rows: [
    ["=HYPERLINK(1)", { amount: "-1234.50" }],
    ["<b>&", { amount: "999999999999.99" }],
    ["@more", { amount: "99999999999999.99" }],
  ],
};

/** jsdom's blobs can only be read by jsdom's own FileReader. */
function bytesOf(blob: Blob): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer));
    reader.onerror = () => reject(reader.error);
    reader.readAsArrayBuffer(blob);
  });
}

async function partsOf(blob: Blob): Promise<ReadonlyMap<string, string>> {
  const decoder = new TextDecoder();
  const files = Object.entries(unzipSync(await bytesOf(blob)));
  return new Map(files.map(([name, bytes]) => [name, decoder.decode(bytes)]));
}

test("A workbook has no formulas; amounts are numbers unless that would lose digits", async () => {
  const parts = await partsOf(await xlsxOf([TABLE]));
  const sheet = parts.get("xl/worksheets/sheet1.xml") ?? "";
  const texts = parts.get("xl/sharedStrings.xml") ?? sheet;
  expect(sheet).toContain("<v>-1234.5</v>");
  expect(sheet).toContain("<v>999999999999.99</v>");
  expect(sheet).not.toContain("<v>99999999999999.99</v>");
  expect(texts).toContain("99999999999999.99");
  expect(texts).toContain("=HYPERLINK(1)");
  expect(texts).toContain("标题");
  expect(sheet).not.toContain("<f>");
  expect(parts.get("xl/styles.xml")).toContain("#,##0.00");
});

test("A CSV begins with a byte order mark, keeps every digit, and has no formulas", async () => {
  const bytes = await bytesOf(csvOfTable(TABLE));
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const lines = new TextDecoder().decode(bytes).trim().split("\r\n");
  expect(lines).toEqual([
    "标题,金额",
    "'=HYPERLINK(1),-1234.50",
    "<b>&,999999999999.99",
    "'@more,99999999999999.99",
  ]);
});
