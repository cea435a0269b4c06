import type { AppContext } from "../../platform/context.ts";

export type Row = Readonly<Record<string, unknown>>;

/** What sealed rows and files are opened with. */
export type ArchiveContext = Pick<
  AppContext,
  "config" | "db" | "clock" | "log" | "keys" | "personKeys"
>;

/** One part of what is stored about a customer. */
export interface Section {
  /** Its name in `data.json`. */
  readonly name: string;
  /** Tables of which it has the customer's rows. */
  readonly tables: readonly string[];
  /**
   * Selects rows of the customer `$1`. Columns are named one by one, so that a new one is left out
   * until it is added here. Columns that end in `_minor` become amounts of the row's `currency`.
   */
  readonly sql: string;
  /** Opens what is sealed in some rows of it, and leaves out what was only read for that. */
  readonly open?: (
    context: ArchiveContext,
    customerId: string,
    rows: readonly Row[],
  ) => Promise<readonly Row[]>;
}
