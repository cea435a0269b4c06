import type { Database, Tx as DatabaseTx } from "@tessera/database";
import type { Kysely } from "kysely";

/**
 * The application's database connection. Each repository declares its own tables with `withTables`.
 */
export type Db = Database<object>;
/** A transaction, or `context.db.kysely` for reads outside a transaction. */
export type Tx = DatabaseTx<object> | Kysely<object>;

export { inTransaction } from "@tessera/database";
