import type { Locale } from "@tessera/contract/errors/locales";
import type { MovementKind } from "@tessera/contract/insights/bills.schemas";
import { safeText } from "@tessera/contract/safe-text";
import { formatAmount } from "@tessera/money";
import { titleOf } from "../bills/index.ts";
import type { Pocket } from "./pockets.repository.ts";
import { LABELS, statusLabel, stepLabel } from "./sheet-labels.ts";
import {
  type Cell,
  rowXml,
  SHEET_END,
  sheetBegin,
  sheetPath,
  workbookParts,
} from "./spreadsheet-xml.ts";
import type { Statement, StatementLine } from "./statement.ts";
import { lineCells, zonedText } from "./statement-columns.ts";
import { WorkbookZip } from "./workbook-zip.ts";

/**
 * Maximum number of lines per sheet. A sheet has at most 1,048,576 rows, the first of which
 * contains the column names.
 */
const SHEET_ROWS = 1_000_000;
const DAY_MS = 86_400_000;
/** The day number of 1970-01-01 in spreadsheets. */
const EPOCH_DAY = 25_569;
const PRINTABLE_WIDTH = 12;

const COLUMNS: readonly (readonly [keyof typeof LABELS, number])[] = [
  ["time", 20],
  ["timeUtc", 26],
  ["account", 10],
  ["cardName", 18],
  ["lastFour", 10],
  ["kind", 20],
  ["step", 16],
  ["status", 12],
  ["title", 32],
  ["category", 8],
  ["country", 10],
  ["amount", 14],
  ["fee", 12],
  ["balance", 16],
  ["currency", 9],
  ["movementId", 42],
  ["entryId", 42],
  ["cardId", 42],
  ["merchantAmount", 16],
  ["merchantCurrency", 12],
  ["exchangeRate", 18],
];

function text(value: string): Cell {
  return value === "" ? undefined : { text: safeText(value) };
}

function own(value: string | undefined): Cell {
  return value === undefined || value === "" ? undefined : { text: value };
}

function head(label: keyof typeof LABELS, language: Locale): Cell {
  return { text: LABELS[label][language], style: "head" };
}

function amountCell(amountMinor: bigint, currency: Pocket["currency"]): Cell {
  return { number: formatAmount(amountMinor, currency), style: "amount" };
}

function pocketLabel({ card }: Pocket, language: Locale): string {
  return card === undefined ? LABELS.wallet[language] : LABELS.card[language];
}

function lineRow(n: number, line: StatementLine, language: Locale): string {
  const cells = lineCells(line, language);
  const { currency } = line;
  const kind = line.kind as MovementKind;
  return rowXml(n, [
    { number: String(Date.parse(`${line.local}Z`) / DAY_MS + EPOCH_DAY), style: "time" },
    own(cells.time_utc),
    own(pocketLabel(line.pocket, language)),
    text(cells.card_name ?? ""),
    own(cells.card_last4),
    own(titleOf({ kind, title: "", notes: [] }, language)),
    own(stepLabel(line.step, language)),
    own(statusLabel(line.status, language)),
    text(cells.title ?? ""),
    text(cells.merchant_category ?? ""),
    text(cells.merchant_country ?? ""),
    amountCell(line.amount, currency),
    amountCell(line.fee, currency),
    amountCell(line.balanceMinor, currency),
    own(currency),
    own(cells.movement_id),
    own(cells.entry_id),
    own(cells.card_id),
    own(cells.merchant_amount),
    own(cells.merchant_currency),
    own(cells.exchange_rate),
  ]);
}

/**
 * Yields the rows of the first sheet: the parameters, the totals per currency, and each pocket's
 * balances.
 */
function* summaryRows(statement: Statement): Generator<readonly Cell[]> {
  const { question, from, to, balances } = statement;
  const { language, timeZone, kinds } = question;
  const kindNames = kinds?.map((kind) => titleOf({ kind, title: "", notes: [] }, language));
  yield [head("statement", language)];
  yield [head("period", language), own(`${zonedText(from)} – ${zonedText(to)}`)];
  yield [head("timeZone", language), own(timeZone)];
  yield [head("kinds", language), own(kindNames?.join(" · ") ?? LABELS.allKinds[language])];
  yield [];
  yield (["currency", "opening", "moved", "otherKinds", "closing", "rows", "check"] as const).map(
    (label) => head(label, language),
  );
  for (const { currency, rows, ...total } of statement.totals()) {
    yield [
      own(currency),
      amountCell(total.openingMinor, currency),
      amountCell(total.movementsMinor, currency),
      amountCell(total.otherKindsMinor, currency),
      amountCell(total.closingMinor, currency),
      { number: String(rows), style: "count" },
      own("✓"),
    ];
  }
  yield [];
  const labels = [
    "account",
    "cardName",
    "lastFour",
    "currency",
    "opening",
    "closingPlain",
  ] as const;
  yield labels.map((label) => head(label, language));
  for (const { pocket, openingMinor, closingMinor } of balances) {
    yield [
      own(pocketLabel(pocket, language)),
      text(pocket.card?.nickname ?? ""),
      own(pocket.card?.last4),
      own(pocket.currency),
      amountCell(openingMinor, pocket.currency),
      amountCell(closingMinor, pocket.currency),
    ];
  }
}

/** Writes lines to as many sheets as needed. There is a first sheet even if there are no lines. */
class LineSheets {
  readonly #zip: WorkbookZip;
  readonly #language: Locale;
  readonly #sheetRows: number;
  #sheet = 1;
  #row = 0;

  constructor(zip: WorkbookZip, language: Locale, sheetRows: number) {
    this.#zip = zip;
    this.#language = language;
    this.#sheetRows = sheetRows;
    this.#begin();
  }

  add(line: StatementLine): void {
    if (this.#row > this.#sheetRows) {
      this.end();
      this.#begin();
    }
    this.#row += 1;
    this.#zip.write(lineRow(this.#row, line, this.#language));
  }

  end(): void {
    this.#zip.write(SHEET_END);
    this.#zip.end();
  }

  #begin(): void {
    this.#sheet += 1;
    this.#row = 1;
    this.#zip.begin(sheetPath(this.#sheet));
    this.#zip.write(
      sheetBegin(
        COLUMNS.map(([, width]) => width),
        1,
      ),
    );
    this.#zip.write(
      rowXml(
        1,
        COLUMNS.map(([label]) => head(label, this.#language)),
      ),
    );
  }
}

function sheetNames(statement: Statement, sheetRows: number): string[] {
  const { language } = statement.question;
  const sheets = Math.max(1, Math.ceil(statement.rows / sheetRows));
  const name = LABELS.movements[language];
  const numbered = Array.from({ length: sheets }, (_, place) => `${name} ${place + 1}`);
  return [LABELS.summary[language], ...(sheets === 1 ? [name] : numbered)];
}

/**
 * Yields the statement as a workbook with a summary and the lines, on as many sheets as needed.
 * Text is stored in text cells, which spreadsheets do not evaluate, but is escaped anyway, since a
 * sheet can also be saved as CSV.
 */
export async function* writeXlsx(
  statement: Statement,
  sheetRows: number = SHEET_ROWS,
): AsyncGenerator<Buffer, void> {
  const { language } = statement.question;
  const zip = new WorkbookZip();
  for (const [name, part] of workbookParts(sheetNames(statement, sheetRows))) {
    zip.begin(name);
    zip.write(part);
    zip.end();
  }
  const sheets = new LineSheets(zip, language, sheetRows);
  for await (const lines of statement.lines()) {
    for (const line of lines) {
      sheets.add(line);
    }
    yield zip.take();
  }
  sheets.end();
  // The summary is the first sheet, but is written last because it needs the sum of the lines.
  zip.begin(sheetPath(1));
  zip.write(sheetBegin([24, 24, 16, 16, 16, PRINTABLE_WIDTH, PRINTABLE_WIDTH], 0));
  let n = 0;
  for (const cells of summaryRows(statement)) {
    n += 1;
    zip.write(rowXml(n, cells));
  }
  zip.write(SHEET_END);
  zip.end();
  zip.close();
  yield zip.take();
}
