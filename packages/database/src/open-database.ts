import { Kysely } from "kysely";
import { PostgresJSDialect } from "kysely-postgres-js";
import postgres from "postgres";
import { type CommitWatch, createCommitWatch } from "./driver/commit-watch.ts";
import { openConnectionPool } from "./driver/connection-pool.ts";
import { openResilientSql, type Sql, type SqlOptions } from "./driver/resilient-sql.ts";
import {
  kyselyLog,
  observeStatements,
  type StatementObserver,
} from "./driver/statement-observer.ts";

export interface DatabaseOptions {
  /** `postgres://` address with the role to connect as. */
  readonly url: string;
  /** Most open connections, including those of `sql`; at least 3. Default 10. */
  readonly maxConnections?: number;
  /** How many of them `sql` pipelines single statements over. Default 2. */
  readonly pipelinedConnections?: number;
  /** Shown in pg_stat_activity. */
  readonly applicationName?: string;
  /** Longest statement; default 5,000, at most 1,800 if pipelined; 0 for no limit. */
  readonly statementTimeoutMs?: number;
  /** Longest wait for a lock; default 2,000, at most 500 if pipelined. */
  readonly lockTimeoutMs?: number;
  /** Longest pause inside a transaction; default 10,000. */
  readonly idleInTransactionTimeoutMs?: number;
  /** Longest wait for a connection to open; default 2,000. */
  readonly connectTimeoutMs?: number;
  /** Longest wait of a transaction for a connection while all are in use; default 10,000. */
  readonly acquireTimeoutMs?: number;
  /** Receives each statement once it has its response, for traces. Absent: nothing is measured. */
  readonly onStatement?: StatementObserver | undefined;
}

/**
 * How pipelined statements are planned. They read many rows at once by their keys, so one plan with
 * indexes fits all. By itself PostgreSQL would plan each call with few keys again, which cost a
 * payment's card read 2 ms instead of 0.1; and a plan made while a table was empty would scan all
 * of it until the next ANALYZE.
 */
const PLANNED_ONCE = {
  plan_cache_mode: "force_generic_plan",
  enable_seqscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
} as const;

const STATEMENT_TIMEOUT_MS = 5_000;
const LOCK_TIMEOUT_MS = 2_000;
const ACQUIRE_TIMEOUT_MS = 10_000;
/**
 * Longest silence of a connection that owes a response: while it carries payments, and otherwise.
 * The server's own timeouts come first; these are for a frozen server or network path, which
 * enforces none.
 */
const SILENCE_MS = { payments: 2_000, others: 10_000 };
/** A payment's transaction ends before its connection counts as frozen. */
const URGENT = {
  acquireTimeoutMs: 2_000,
  inTransaction: { statement_timeout: 1_800, lock_timeout: 1_500 },
};
/** A pipelined statement delays those behind it, so the server must end it first. */
const PIPELINED = { statementTimeoutMs: 1_800, lockTimeoutMs: 500 };

/** Access to a database's pooled connections. */
export interface Pooled<Schema> {
  readonly kysely: Kysely<Schema>;
}

/** One database: Kysely for ordinary queries and transactions, `sql` for pipelined statements. */
export interface Database<Schema> extends Pooled<Schema> {
  /**
   * The same connections for short work that a payment waits for: abandoned after 2 s, whether the
   * database is silent or no connection is free.
   */
  readonly urgent: Pooled<Schema>;
  /**
   * Raw postgres.js for short statements that read by keys; each waits for those before it on its
   * connection. Never for a transaction: use {@link inTransaction}.
   */
  readonly sql: Sql;
  /**
   * Awaits a statement that commits by itself.
   *
   * @throws UnknownOutcomeError if the response was lost or doubtful
   */
  autoCommit<T>(answer: PromiseLike<T>): Promise<T>;
  /** Waits for running statements, then closes every connection. */
  close(): Promise<void>;
}

/**
 * Opens a database. Connections are opened on demand, so an unreachable server shows at the first
 * statement.
 *
 * bigint columns arrive as `bigint`, timestamptz as `Date`, jsonb parsed.
 */
export function openDatabase<Schema>(options: DatabaseOptions): Database<Schema> {
  const maxConnections = options.maxConnections ?? 10;
  const pipelined = options.pipelinedConnections ?? 2;
  if (maxConnections <= pipelined || pipelined < 1) {
    throw new RangeError(
      "maxConnections must leave a connection in addition to the pipelined ones",
    );
  }
  const watch = createCommitWatch();
  const clientOptions = connectionOptions(options, watch);
  const limits = limitsOf(options);
  const pipeline = openResilientSql(
    options.url,
    {
      ...clientOptions,
      max: pipelined,
      connection: { ...clientOptions.connection, ...PLANNED_ONCE, ...limits.pipelined },
    },
    { silenceMs: limits.pipelinedSilenceMs },
  );
  const acquireTimeoutMs = options.acquireTimeoutMs ?? ACQUIRE_TIMEOUT_MS;
  const pool = openConnectionPool(options.url, clientOptions, {
    size: maxConnections - pipelined,
    silenceMs: limits.silenceMs,
    acquireTimeoutMs,
    urgent: {
      ...limits.urgent,
      acquireTimeoutMs: Math.min(acquireTimeoutMs, URGENT.acquireTimeoutMs),
    },
    watch,
  });
  const { onStatement } = options;
  const log = onStatement === undefined ? {} : { log: kyselyLog(onStatement) };
  const kysely = new Kysely<Schema>({
    dialect: new PostgresJSDialect({ postgres: () => pool }),
    ...log,
  });
  const urgent = new Kysely<Schema>({
    dialect: new PostgresJSDialect({ postgres: () => pool.urgent }),
    ...log,
  });
  return {
    kysely,
    urgent: { kysely: urgent },
    sql: onStatement === undefined ? pipeline.sql : observeStatements(pipeline.sql, onStatement),
    autoCommit: (answer) => watch.autoCommit(answer),
    async close() {
      await Promise.all([kysely.destroy(), urgent.destroy(), pool.end(), pipeline.end()]);
    },
  };
}

/**
 * Returns the limits. A caller that allows longer statements also waits longer, on every
 * connection.
 */
function limitsOf(options: DatabaseOptions) {
  const { statementTimeoutMs = STATEMENT_TIMEOUT_MS, lockTimeoutMs = LOCK_TIMEOUT_MS } = options;
  const isUsual = statementTimeoutMs > 0 && statementTimeoutMs <= STATEMENT_TIMEOUT_MS;
  const unusualMs =
    statementTimeoutMs === 0
      ? Number.POSITIVE_INFINITY
      : Math.max(statementTimeoutMs + STATEMENT_TIMEOUT_MS, SILENCE_MS.others);
  return {
    silenceMs: isUsual ? SILENCE_MS.others : unusualMs,
    pipelinedSilenceMs: isUsual ? SILENCE_MS.payments : unusualMs,
    urgent: isUsual
      ? {
          silenceMs: SILENCE_MS.payments,
          inTransaction: {
            statement_timeout: Math.min(statementTimeoutMs, URGENT.inTransaction.statement_timeout),
            lock_timeout: Math.min(lockTimeoutMs, URGENT.inTransaction.lock_timeout),
          },
        }
      : { silenceMs: unusualMs },
    pipelined: isUsual
      ? {
          statement_timeout: Math.min(statementTimeoutMs, PIPELINED.statementTimeoutMs),
          lock_timeout: Math.min(lockTimeoutMs, PIPELINED.lockTimeoutMs),
        }
      : {},
  };
}

function connectionOptions(options: DatabaseOptions, watch: CommitWatch): SqlOptions {
  return {
    types: { bigint: postgres.BigInt },
    connect_timeout: (options.connectTimeoutMs ?? 2_000) / 1_000,
    idle_timeout: 0,
    max_lifetime: null,
    onnotice: (notice) => watch.notice(notice.code),
    connection: {
      application_name: options.applicationName ?? "tessera",
      statement_timeout: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
      lock_timeout: options.lockTimeoutMs ?? LOCK_TIMEOUT_MS,
      idle_in_transaction_session_timeout: options.idleInTransactionTimeoutMs ?? 10_000,
      TimeZone: "UTC",
    },
  };
}
