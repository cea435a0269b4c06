import type { AppContext } from "../../platform/context.ts";

export type Row = Readonly<Record<string, unknown>>;

/** What sealed rows and files are decrypted with. */
export type ArchiveContext = Pick<
  AppContext,
  "config" | "db" | "clock" | "log" | "keys" | "personKeys"
>;

/** One section of the data stored about a customer. */
export interface Section {
  /** Its name in `data.json`. */
  readonly name: string;
  /** Tables whose rows of the customer it contains. */
  readonly tables: readonly string[];
  /**
   * Selects the rows of customer `$1`. Columns are listed explicitly, so that a new one is omitted
   * until it is added here. Columns that end in `_minor` become amounts in the row's `currency`.
   */
  readonly sql: string;
  /** Decrypts sealed columns of some rows, and drops the columns that were read only for that. */
  readonly open?: (
    context: ArchiveContext,
    customerId: string,
    rows: readonly Row[],
  ) => Promise<readonly Row[]>;
}
