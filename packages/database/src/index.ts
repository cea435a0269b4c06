export { assertDurable, NotDurableError } from "./assert-durable.ts";
export {
  CommitRefusedError,
  databaseErrorCode,
  databaseErrorKind,
  TransactionRaceError,
  UnknownOutcomeError,
} from "./database-errors.ts";
export { inTransaction, type Tx } from "./in-transaction.ts";
export {
  type Migration,
  MigrationChangedError,
  migrate,
  pendingMigrations,
} from "./migrate.ts";
export { type Database, openDatabase } from "./open-database.ts";
