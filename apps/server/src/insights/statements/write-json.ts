import { visibleText } from "@tessera/contract/visible-text";
import { formatAmount } from "@tessera/money";
import type { Moment, Statement, StatementLine } from "./statement.ts";
import { lineCells, pocketCells, zonedText } from "./statement-columns.ts";

function momentOf({ at, ...local }: Moment) {
  return { time: zonedText(local), timeUtc: at.toISOString() };
}

/** Returns a line with the API's field names, omitting empty fields. */
function lineOf(line: StatementLine, language: Statement["question"]["language"]) {
  const cells = lineCells(line, language);
  return {
    time: cells.time,
    timeUtc: cells.time_utc,
    account: cells.account,
    cardId: cells.card_id,
    cardLast4: cells.card_last4,
    cardName: cells.card_name === "" ? undefined : cells.card_name,
    movementId: cells.movement_id,
    entryId: cells.entry_id,
    kind: cells.kind,
    step: cells.step,
    status: cells.status,
    title: cells.title,
    merchantCategory: line.mcc ?? undefined,
    merchantCountry: line.country ?? undefined,
    amount: cells.amount,
    fee: cells.fee,
    balanceAfter: cells.balance_after,
    currency: cells.currency,
    merchantAmount: cells.merchant_amount,
    merchantCurrency: cells.merchant_currency,
    exchangeRate: cells.exchange_rate,
  };
}

function balancesOf({ balances }: Statement) {
  return balances.map(({ pocket, openingMinor, closingMinor }) => {
    const { account, card_id: cardId, card_last4: cardLast4, card_name } = pocketCells(pocket);
    return {
      account,
      cardId,
      cardLast4,
      cardName: card_name === "" ? undefined : card_name,
      currency: pocket.currency,
      opening: formatAmount(openingMinor, pocket.currency),
      closing: formatAmount(closingMinor, pocket.currency),
    };
  });
}

/**
 * Yields the statement as a single JSON document while it is being read. Like API responses, the
 * document contains no invisible characters.
 */
export async function* writeJson(statement: Statement): AsyncGenerator<string, void> {
  const { question, from, to } = statement;
  const { format: _, ...asked } = question;
  const head = { ...asked, from: momentOf(from), to: momentOf(to) };
  yield `{"statement":${JSON.stringify(head)},\n"balances":`;
  yield `${visibleText(JSON.stringify(balancesOf(statement)))},\n"movements":[`;
  let separator = "\n";
  for await (const lines of statement.lines()) {
    const texts = lines.map((line) => JSON.stringify(lineOf(line, question.language)));
    yield `${separator}${visibleText(texts.join(",\n"))}`;
    separator = ",\n";
  }
  const check = statement.totals().map(({ currency, rows, ...total }) => ({
    currency,
    opening: formatAmount(total.openingMinor, currency),
    movements: formatAmount(total.movementsMinor, currency),
    otherKinds: formatAmount(total.otherKindsMinor, currency),
    closing: formatAmount(total.closingMinor, currency),
    rows,
    balanced: true,
  }));
  yield `\n],\n"check":${JSON.stringify(check)}}\n`;
}
