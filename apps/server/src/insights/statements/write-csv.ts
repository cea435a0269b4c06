import { formatAmount } from "@tessera/money";
import { csvLine } from "../../platform/files/csv.ts";
import type { CurrencyTotal, Statement } from "./statement.ts";
import { balanceCells, type Cells, COLUMNS, lineCells, OWN_COLUMNS } from "./statement-columns.ts";

/** The byte order mark. Without it, Excel would decode the file with its locale's code page. */
const BYTE_ORDER_MARK = "\ufeff";

function record(cells: Cells): string {
  return csvLine(
    COLUMNS.map((column) => {
      const text = cells[column] ?? "";
      return OWN_COLUMNS.has(column) ? { own: text } : text;
    }),
  );
}

/**
 * Formats the totals, as in `opening 100.00 + movements -20.00 + other kinds 0.00 = closing 80.00`.
 */
function equation({ currency, ...total }: CurrencyTotal): string {
  const [opening, movements, other, closing] = [
    total.openingMinor,
    total.movementsMinor,
    total.otherKindsMinor,
    total.closingMinor,
  ].map((amountMinor) => formatAmount(amountMinor, currency));
  return `opening ${opening} + movements ${movements} + other kinds ${other} = closing ${closing}`;
}

/**
 * Yields the statement as CSV (RFC 4180). All records have the same columns: opening balances,
 * lines, closing balances, and each currency's totals.
 */
export async function* writeCsv(statement: Statement): AsyncGenerator<string, void> {
  const { question, from, to, balances } = statement;
  yield `${BYTE_ORDER_MARK}${COLUMNS.join(",")}\r\n`;
  for (const { pocket, openingMinor } of balances) {
    yield record(balanceCells("opening", from, { pocket, balanceMinor: openingMinor }));
  }
  for await (const lines of statement.lines()) {
    yield lines.map((line) => record(lineCells(line, question.language))).join("");
  }
  for (const { pocket, closingMinor } of balances) {
    yield record(balanceCells("closing", to, { pocket, balanceMinor: closingMinor }));
  }
  for (const total of statement.totals()) {
    const { currency, movementsMinor, closingMinor } = total;
    yield record({
      record: "check",
      title: equation(total),
      amount: formatAmount(movementsMinor, currency),
      balance_after: formatAmount(closingMinor, currency),
      currency,
    });
  }
}
