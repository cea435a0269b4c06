import { type DatabaseErrorKind, databaseErrorKind, UnknownOutcomeError } from "@tessera/database";

/** Errors of statements while the database can't be reached, or can't write. */
const OUTAGES: ReadonlySet<DatabaseErrorKind> = new Set([
  "connection_lost",
  "server_unavailable",
  "too_many_connections",
  "out_of_resources",
  "read_only",
]);

/**
 * Names the outage of the database that an error is a sign of, also where it leaves the outcome of
 * a statement unknown; undefined for any other error.
 */
export function outageOf(error: unknown): string | undefined {
  if (error instanceof UnknownOutcomeError) {
    return outageOf(error.cause) && "unknown_outcome";
  }
  const kind = databaseErrorKind(error);
  return OUTAGES.has(kind) ? kind : undefined;
}
