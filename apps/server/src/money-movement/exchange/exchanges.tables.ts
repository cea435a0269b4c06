import type { CurrencyCode } from "@tessera/money";
import type { Selectable } from "kysely";
import type { Table } from "../../platform/database/table.ts";

type ExchangeQuoteTable = Table<
  "exchange_quote",
  { sold_currency: CurrencyCode; bought_currency: CurrencyCode }
>;

export type ExchangeTables = {
  exchange_quote: ExchangeQuoteTable;
  currency_exchange: Table<"currency_exchange">;
  bank_trade: Table<"bank_trade", { sold_currency: CurrencyCode; bought_currency: CurrencyCode }>;
  /** Read-only: how much customers have sold and bought of each currency. */
  "ledger.counter": Table<"ledger.counter">;
};

export type BankTradeRow = Selectable<ExchangeTables["bank_trade"]>;

export type QuoteRow = Selectable<ExchangeQuoteTable>;

/** An exchange with its quote. */
export type ExchangeRow = Omit<QuoteRow, "expires_at"> & { readonly client_key: string };
