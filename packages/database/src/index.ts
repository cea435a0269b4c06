export {
  describeAddress,
  isLoopback,
  isProtected,
  roleOf,
  SSL_MODES,
} from "./address.ts";
export { applicationRoleProblems } from "./application-role.ts";
export { assertDurable, NotDurableError } from "./assert-durable.ts";
export {
  createDatabase,
  databaseExists,
  databaseName,
  withDatabaseName,
} from "./create-database.ts";
export {
  CommitRefusedError,
  type DatabaseErrorKind,
  databaseErrorCode,
  databaseErrorKind,
  TransactionRaceError,
  UnknownOutcomeError,
} from "./database-errors.ts";
export { connectTo } from "./driver/connect-to.ts";
export { pgOptions } from "./driver/pg-options.ts";
export type { Sql } from "./driver/resilient-sql.ts";
export type { ExecutedStatement, StatementObserver } from "./driver/statement-observer.ts";
export { explainDatabaseError } from "./explain-database-error.ts";
export {
  type Host,
  hostsOf,
  hostsProblem,
  inLibpqForm,
  inOneHostForm,
  onHost,
  placesOf,
} from "./hosts.ts";
export { inTransaction, type Tx } from "./in-transaction.ts";
export {
  type Migration,
  migrate,
  pendingMigrations,
  recordOf,
} from "./migrate.ts";
export {
  FormerHistoryError,
  MigrationBusyError,
  MigrationChangedError,
  MigrationLockError,
  RepeatableMigrationError,
} from "./migration-errors.ts";
export {
  digestOfRepeatable,
  type Generation,
  repeatableIn,
  versionedIn,
} from "./migration-files.ts";
export { type Database, openDatabase, type Pooled } from "./open-database.ts";
export { preparationScript, prepareDatabase } from "./prepare-database.ts";
