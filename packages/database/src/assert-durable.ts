import type { Sql } from "./driver/resilient-sql.ts";

/** Thrown if the server could lose committed money, or fail to notice the loss. */
export class NotDurableError extends Error {
  readonly reasons: readonly string[];
  constructor(reasons: readonly string[]) {
    super(`PostgreSQL is not set up to keep what it commits: ${reasons.join("; ")}`);
    this.name = "NotDurableError";
    this.reasons = reasons;
  }
}

/** The allowed values of each setting, and the consequence of any other value. */
const REQUIRED: Readonly<Record<string, { allowed: readonly string[]; otherwise: string }>> = {
  fsync: { allowed: ["on"], otherwise: "a power cut can destroy the whole database" },
  synchronous_commit: {
    allowed: ["on", "remote_apply"],
    otherwise: "a crash can lose money that was acknowledged",
  },
  full_page_writes: { allowed: ["on"], otherwise: "a crash can leave half-written pages" },
  data_checksums: { allowed: ["on"], otherwise: "a damaged page would be read as if it were good" },
  data_sync_retry: { allowed: ["off"], otherwise: "a failed write to disk would be hidden" },
};

/**
 * Rejects a server that could lose committed transactions.
 *
 * @throws NotDurableError naming each wrong setting
 */
export async function assertDurable(sql: Pick<Sql, "unsafe">): Promise<void> {
  const rows = await sql.unsafe<{ name: string; setting: string }[]>(
    "select name, setting from pg_settings where name = any($1::text[])",
    [Object.keys(REQUIRED)],
  );
  const reasons: string[] = [];
  for (const [name, { allowed, otherwise }] of Object.entries(REQUIRED)) {
    const setting = rows.find((row) => row.name === name)?.setting ?? "missing";
    if (!allowed.includes(setting)) {
      reasons.push(`${name} is ${setting}: ${otherwise}`);
    }
  }
  if (reasons.length > 0) {
    throw new NotDurableError(reasons);
  }
}
