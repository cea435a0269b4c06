export { assertDurable, NotDurableError } from "./assert-durable.ts";
export {
  createDatabase,
  databaseExists,
  databaseName,
  withDatabaseName,
} from "./create-database.ts";
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
  recordOf,
} from "./migrate.ts";
export { type Database, openDatabase } from "./open-database.ts";
