import type { AppContext } from "../../platform/context.ts";

export type Row = Readonly<Record<string, unknown>>;

/** What is needed to decrypt sealed rows and files. */
export type ArchiveContext = Pick<
  AppContext,
  "config" | "db" | "clock" | "log" | "keys" | "personKeys"
>;

/** One section of the data stored about a customer. */
export interface Section {
  /** Name in `data.json`. */
  readonly name: string;
  /** Tables whose rows about the customer are in this section. */
  readonly tables: readonly string[];
  /**
   * Selects the rows of customer `$1`. The columns are listed explicitly, so that a new column is
   * omitted until it is added here. Columns ending in `_minor` become amounts in the row's
   * `currency`.
   */
  readonly sql: string;
  /** Decrypts sealed columns, and drops the columns that were read only for that purpose. */
  readonly open?: (
    context: ArchiveContext,
    customerId: string,
    rows: readonly Row[],
  ) => Promise<readonly Row[]>;
}
