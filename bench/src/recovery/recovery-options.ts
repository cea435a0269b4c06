import { parseArgs } from "node:util";

export interface RecoveryOptions {
  /** Seconds of load before the base backup, after it, and after the target time. */
  readonly seconds: number;
  /** Customers' movements in flight. */
  readonly clients: number;
  readonly customers: number;
  /** Whether backup, archive and restored data stay for a look. */
  readonly keep: boolean;
}

export const RECOVERY_USAGE = `npm run lab:recovery -- [options]

  --seconds N    seconds of load before the backup, after it, and after the target; 5 by default
  --clients N    movements in flight; 64 by default
  --customers N  customers that they are of; 200 by default
  --keep         keep the backup, the archive and the restored data
  --help         print this

PG_BIN names the folder with pg_basebackup of PostgreSQL 18; without it PATH is searched.`;

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0) {
    throw new RangeError(`--${name} must be a number above zero, not ${text}`);
  }
  return value;
}

/**
 * Reads the arguments of a run.
 *
 * @returns undefined where the usage is asked for
 * @throws TypeError for an option that does not exist
 * @throws RangeError for a number that is not above zero
 */
export function recoveryOptionsOf(args: readonly string[]): RecoveryOptions | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: "string", default: "5" },
      clients: { type: "string", default: "64" },
      customers: { type: "string", default: "200" },
      keep: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    return undefined;
  }
  return {
    seconds: positive("seconds", values.seconds),
    clients: positive("clients", values.clients),
    customers: positive("customers", values.customers),
    keep: values.keep,
  };
}
