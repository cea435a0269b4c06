import { type DatabaseErrorKind, databaseErrorKind, UnknownOutcomeError } from "@tessera/database";

/** Types of statement errors that mean that the database is unreachable or cannot write. */
const OUTAGES: ReadonlySet<DatabaseErrorKind> = new Set([
  "connection_lost",
  "server_unavailable",
  "too_many_connections",
  "out_of_resources",
  "read_only",
]);

/**
 * Returns the name of the database outage that an error indicates, even if the error also leaves a
 * statement's outcome unknown. Returns undefined for any other error.
 */
export function outageOf(error: unknown): string | undefined {
  if (error instanceof UnknownOutcomeError) {
    return outageOf(error.cause) && "unknown_outcome";
  }
  const kind = databaseErrorKind(error);
  return OUTAGES.has(kind) ? kind : undefined;
}
