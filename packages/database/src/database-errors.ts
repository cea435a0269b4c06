/** What a failed statement means for its caller. */
export type DatabaseErrorKind =
  | "unique_violation"
  | "foreign_key_violation"
  | "not_null_violation"
  | "check_violation"
  | "exclusion_violation"
  | "serialization_failure"
  | "deadlock"
  | "stale_plan"
  | "lock_timeout"
  | "statement_cancelled"
  | "idle_transaction_ended"
  | "transaction_aborted"
  | "append_only"
  | "invalid_value"
  | "permission_denied"
  | "undefined_object"
  | "too_many_connections"
  | "out_of_resources"
  | "read_only"
  | "server_unavailable"
  | "connection_lost"
  | "unknown_outcome"
  | "other";

/** The only place that interprets SQLSTATEs. Nothing in the repository parses messages. */
const KIND_BY_SQLSTATE: Readonly<Record<string, DatabaseErrorKind>> = {
  "23505": "unique_violation",
  "23503": "foreign_key_violation",
  "23502": "not_null_violation",
  "23514": "check_violation",
  "23P01": "exclusion_violation",
  "40001": "serialization_failure",
  "40003": "unknown_outcome",
  "40P01": "deadlock",
  "55P03": "lock_timeout",
  "57014": "statement_cancelled",
  "25P03": "idle_transaction_ended",
  "25P04": "idle_transaction_ended",
  "25P02": "transaction_aborted",
  "25006": "read_only",
  TL001: "append_only",
  "22P02": "invalid_value",
  "22007": "invalid_value",
  "22008": "invalid_value",
  "22003": "invalid_value",
  "22001": "invalid_value",
  "22021": "invalid_value",
  "42501": "permission_denied",
  "42P01": "undefined_object",
  "42883": "undefined_object",
  "42703": "undefined_object",
  "3F000": "undefined_object",
  "53300": "too_many_connections",
  "53100": "out_of_resources",
  "53000": "out_of_resources",
  "53200": "out_of_resources",
  "53400": "out_of_resources",
  // I/O error on the server's machine.
  "58030": "out_of_resources",
  "57P01": "server_unavailable",
  "57P02": "server_unavailable",
  "57P03": "server_unavailable",
  "57P05": "server_unavailable",
  // The directory's database, which another database reaches as a foreign one, accepts no
  // connection.
  "08001": "server_unavailable",
  "08004": "server_unavailable",
  "08000": "connection_lost",
  "08003": "connection_lost",
  "08006": "connection_lost",
  NO_CONNECTION: "too_many_connections",
  NO_PRIMARY: "connection_lost",
  CONNECTION_CLOSED: "connection_lost",
  CONNECTION_ENDED: "connection_lost",
  CONNECTION_DESTROYED: "connection_lost",
  CONNECT_TIMEOUT: "connection_lost",
  ECONNREFUSED: "connection_lost",
  ECONNRESET: "connection_lost",
  EPIPE: "connection_lost",
  ETIMEDOUT: "connection_lost",
  ENOTFOUND: "connection_lost",
  EAI_AGAIN: "connection_lost",
};

/**
 * Thrown if the connection was lost between two statements of a transaction. The transaction is
 * rolled back.
 */
export class ConnectionLostError extends Error {
  readonly code = "CONNECTION_CLOSED";
  constructor() {
    super("the database connection was lost; the transaction is undone");
    this.name = "ConnectionLostError";
  }
}

/** Thrown if all connections were in use and none became free in time. Nothing was sent. */
export class NoConnectionError extends Error {
  readonly code = "NO_CONNECTION";
  constructor() {
    super("no database connection became free in time");
    this.name = "NoConnectionError";
  }
}

/** Thrown if none of an address's hosts accepted writes in time. Nothing was sent. */
export class NoPrimaryError extends Error {
  readonly code = "NO_PRIMARY";
  constructor() {
    super("none of the database's hosts accepts writes");
    this.name = "NoPrimaryError";
  }
}

/**
 * Thrown if a commit got no response, or a response warning that it may not have been replicated.
 * Look up whether the commit happened (for a ledger movement, by its id); never guess.
 */
export class UnknownOutcomeError extends Error {
  constructor(cause: unknown) {
    super("the database did not say whether the commit happened", { cause });
    this.name = "UnknownOutcomeError";
  }
}

/**
 * Thrown if the response to COMMIT had a different command tag: an error inside the transaction had
 * been swallowed, so PostgreSQL rolled back without raising an error.
 */
export class CommitRefusedError extends Error {
  constructor(tag: string) {
    super(`COMMIT was answered with ${tag}: the transaction had failed and was rolled back`);
    this.name = "CommitRefusedError";
  }
}

/**
 * Thrown if a transaction lost a race that it can win when retried. {@link inTransaction} retries
 * it.
 */
export class TransactionRaceError extends Error {
  readonly code = "40001";
  constructor(cause: unknown) {
    super("the transaction raced with another one", { cause });
    this.name = "TransactionRaceError";
  }
}

/**
 * Returns whether a prepared statement now returns different columns than when it was prepared,
 * because a migration has since added one. The driver prepares the statement again, but within a
 * transaction only after a rollback. The SQLSTATE covers every unsupported feature, so the
 * PostgreSQL routine that raised the error identifies this case.
 */
function isStalePlan(error: object): boolean {
  return (
    databaseErrorCode(error) === "0A000" &&
    "routine" in error &&
    error.routine === "RevalidateCachedQuery"
  );
}

/**
 * Returns whether a server refused a connection because its database accepts none, as after a move
 * to another server. The SQLSTATE has other uses, too.
 */
function isClosedDatabase(error: object): boolean {
  return (
    databaseErrorCode(error) === "55000" &&
    "routine" in error &&
    error.routine === "CheckMyDatabase"
  );
}

/** Returns the SQLSTATE of a PostgreSQL error, the code of a connection error, or undefined. */
export function databaseErrorCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) {
    return undefined;
  }
  return typeof error.code === "string" ? error.code : undefined;
}

/** Returns the meaning of a database error; `other` for anything not in the table. */
export function databaseErrorKind(error: unknown): DatabaseErrorKind {
  if (error instanceof UnknownOutcomeError) {
    return "unknown_outcome";
  }
  if (typeof error === "object" && error !== null) {
    if (isStalePlan(error)) {
      return "stale_plan";
    }
    if (isClosedDatabase(error)) {
      return "server_unavailable";
    }
  }
  const code = databaseErrorCode(error);
  return code === undefined ? "other" : (KIND_BY_SQLSTATE[code] ?? "other");
}

/** Returns whether a COMMIT that failed may nevertheless have taken effect. */
export function isOutcomeUnknown(error: unknown): boolean {
  const kind = databaseErrorKind(error);
  return (
    kind === "connection_lost" ||
    kind === "server_unavailable" ||
    kind === "statement_cancelled" ||
    kind === "unknown_outcome"
  );
}
