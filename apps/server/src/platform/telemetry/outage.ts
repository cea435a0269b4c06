import { type DatabaseErrorKind, databaseErrorKind, UnknownOutcomeError } from "@tessera/database";

/** Errors of statements while the database is unreachable or can't write. */
const OUTAGES: ReadonlySet<DatabaseErrorKind> = new Set([
  "connection_lost",
  "server_unavailable",
  "too_many_connections",
  "out_of_resources",
  "read_only",
]);

/**
 * Returns the name of the database outage that an error indicates, even if the error leaves a
 * statement's outcome unknown; undefined for any other error.
 */
export function outageOf(error: unknown): string | undefined {
  if (error instanceof UnknownOutcomeError) {
    return outageOf(error.cause) && "unknown_outcome";
  }
  const kind = databaseErrorKind(error);
  return OUTAGES.has(kind) ? kind : undefined;
}
