/** How long, in milliseconds, tests wait for a statement, a lock or a free connection. */
export const PATIENCE_MS = 60_000;

/**
 * Returns a database URL whose sessions wait up to a minute for a lock. The usual 2 s may not be
 * enough on a slow machine while many calls compete for one row.
 */
export function patientWithLocks(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set("lock_timeout", String(PATIENCE_MS));
  return url.href;
}

/** Returns a database URL whose sessions also allow each statement a minute instead of 5 s. */
export function patientUrl(databaseUrl: string): string {
  const url = new URL(patientWithLocks(databaseUrl));
  url.searchParams.set("statement_timeout", String(PATIENCE_MS));
  return url.href;
}
