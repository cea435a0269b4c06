import type { Movement } from "@tessera/contract/insights/bills.schemas";
import type { Asset } from "@tessera/contract/money-movement/wallet.schemas";
import type { ExportTable } from "./spreadsheet.ts";

/** Column headings of both tables in the reader's language. */
export interface ExportWords {
  readonly assets: string;
  readonly history: string;
  readonly name: string;
  readonly type: string;
  readonly currency: string;
  readonly amount: string;
  readonly converted: string;
  readonly convertedCurrency: string;
  readonly updated: string;
  readonly time: string;
  readonly kind: string;
  readonly title: string;
  readonly card: string;
  readonly fee: string;
  readonly status: string;
  readonly reference: string;
}

/** Returns assets as a table. */
export function assetsTable(
  assets: readonly Asset[],
  currency: string,
  words: ExportWords,
): ExportTable {
  const { name, type, amount, converted, convertedCurrency, updated } = words;
  return {
    name: words.assets,
    head: [name, type, words.currency, amount, converted, convertedCurrency, updated],
    rows: assets.map((asset) => [
      asset.name,
      asset.typeLabel,
      asset.code,
      { amount: asset.amount },
      asset.converted === null ? "" : { amount: asset.converted },
      asset.converted === null ? "" : currency,
      asset.updateTime,
    ]),
  };
}

/** Names for movement types and statuses. */
export interface MovementWords {
  readonly kindOf: (movement: Movement) => string;
  readonly statusOf: (movement: Movement) => string;
  readonly cardOf: (movement: Movement) => string;
}

/** Returns movements as a table, newest first, with times in UTC. */
export function historyTable(
  movements: readonly Movement[],
  words: ExportWords,
  { kindOf, statusOf, cardOf }: MovementWords,
): ExportTable {
  const { time, kind, title, card, amount, fee, currency, status, reference } = words;
  return {
    name: words.history,
    head: [time, kind, title, card, amount, fee, currency, status, reference],
    rows: movements.map((movement) => [
      movement.eventAt,
      kindOf(movement),
      movement.title,
      cardOf(movement),
      { amount: movement.amount },
      { amount: movement.fee },
      movement.currency,
      statusOf(movement),
      movement.id,
    ]),
  };
}
