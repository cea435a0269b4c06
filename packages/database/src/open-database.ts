import { Kysely } from "kysely";
import { PostgresJSDialect } from "kysely-postgres-js";
import postgres from "postgres";
import { type CommitWatch, createCommitWatch } from "./driver/commit-watch.ts";
import { LONG_SILENCE_MS, serverAnswers } from "./driver/connect-to.ts";
import { openConnectionPool, type PoolFigures } from "./driver/connection-pool.ts";
import { openListener } from "./driver/listener.ts";
import { openResilientSql, type Sql, type SqlOptions } from "./driver/resilient-sql.ts";
import {
  kyselyLog,
  observeStatements,
  type StatementObserver,
} from "./driver/statement-observer.ts";

export interface DatabaseOptions {
  /** `postgres://` address that includes the role to connect as. */
  readonly url: string;
  /** Maximum number of open connections, including those of `sql`; at least 3. Default 10. */
  readonly maxConnections?: number;
  /** Number of these connections that `sql` uses to pipeline single statements. Default 2. */
  readonly pipelinedConnections?: number;
  /** Name shown in pg_stat_activity. */
  readonly applicationName?: string;
  /**
   * Maximum duration of a statement in milliseconds; default 5,000, at most 1,800 if pipelined; 0
   * for no limit.
   */
  readonly statementTimeoutMs?: number;
  /** Maximum wait for a lock in milliseconds; default 2,000, at most 500 if pipelined. */
  readonly lockTimeoutMs?: number;
  /** Maximum idle time inside a transaction in milliseconds; default 10,000. */
  readonly idleInTransactionTimeoutMs?: number;
  /** Maximum wait for a connection to open, in milliseconds; default 2,000. */
  readonly connectTimeoutMs?: number;
  /**
   * Maximum time, in milliseconds, that a transaction waits for a connection while all connections
   * are in use; default 10,000.
   */
  readonly acquireTimeoutMs?: number;
  /** Receives each statement after its response, for tracing. If absent, nothing is measured. */
  readonly onStatement?: StatementObserver | undefined;
}

/**
 * Settings for planning pipelined statements. These read many rows at once by their keys, so a
 * single plan that uses indexes fits every call. Without these settings, PostgreSQL would make a
 * new plan for each call with few keys, which made reading a payment's card take 2 ms instead of
 * 0.1 ms. In addition, a plan made while a table was empty would scan the entire table until the
 * next ANALYZE.
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
 * Maximum time, in milliseconds, that a connection may stay silent while a response is due, for
 * connections used for payments and for all others. The server's own timeouts are shorter. These
 * limits are for a frozen server or network path, where the server's timeouts have no effect.
 */
const SILENCE_MS = { payments: 2_000, others: 10_000 };
/** Limits that end a payment's transaction before its connection counts as frozen. */
const URGENT = {
  acquireTimeoutMs: 2_000,
  inTransaction: { statement_timeout: 1_800, lock_timeout: 1_500 },
};
/** A pipelined statement delays the statements behind it, so the server must end it sooner. */
const PIPELINED = { statementTimeoutMs: 1_800, lockTimeoutMs: 500 };

/** Access to a database's pooled connections. */
export interface Pooled<Schema> {
  readonly kysely: Kysely<Schema>;
}

/**
 * Connection counts of a database. Pipelined statements share their connections, so none of those
 * connections is ever busy and nothing waits for one.
 */
export interface DatabaseFigures {
  readonly pooled: PoolFigures;
  readonly pipelined: Pick<PoolFigures, "size" | "lost" | "silent">;
}

/** A database: Kysely for ordinary queries and transactions, `sql` for pipelined statements. */
export interface Database<Schema> extends Pooled<Schema> {
  /**
   * The same connections, for short work that a payment waits for. Gives up after 2 s if the
   * database is silent or no connection is free.
   */
  readonly urgent: Pooled<Schema>;
  /**
   * Raw postgres.js for short statements that read by key. Each statement waits for the statements
   * ahead of it on its connection. Never use this for a transaction; use {@link inTransaction}.
   */
  readonly sql: Sql;
  /**
   * Waits for the response to an autocommitted statement.
   *
   * @throws UnknownOutcomeError if the response was lost or leaves the outcome unclear
   */
  autoCommit<T>(answer: PromiseLike<T>): Promise<T>;
  /**
   * Subscribes to a channel of NOTIFY, on a connection of its own that is replaced when it is lost
   * or silent for 10 s.
   *
   * @param onListen called whenever listening begins; notifications sent before that are lost
   * @throws the driver's error if the database can't be reached now
   */
  listen(channel: string, onNotify: (payload: string) => void, onListen: () => void): Promise<void>;
  /** Returns counts of the connections, for monitoring. */
  figures(): DatabaseFigures;
  /** Waits for running statements, then closes all connections. */
  close(): Promise<void>;
}

/**
 * Opens a database. Connections are opened on demand, so an unreachable server goes unnoticed until
 * the first statement.
 *
 * bigint columns arrive as `bigint`, timestamptz as `Date`, and jsonb as parsed values.
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
  let silentPipelines = 0;
  const onSilence = () => {
    silentPipelines += 1;
  };
  const pipeline = openResilientSql(
    options.url,
    {
      ...clientOptions,
      max: pipelined,
      connection: { ...clientOptions.connection, ...PLANNED_ONCE, ...limits.pipelined },
    },
    limits.pipelinedSilenceMs === undefined
      ? { silenceMs: LONG_SILENCE_MS, isAlive: serverAnswers(options.url), onSilence }
      : { silenceMs: limits.pipelinedSilenceMs, onSilence },
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
  const listener = openListener(options.url, clientOptions);
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
    listen: listener.listen,
    figures: () => ({
      pooled: pool.figures(),
      pipelined: { size: pipelined, lost: pipeline.losses(), silent: silentPipelines },
    }),
    async close() {
      await Promise.all([kysely.destroy(), urgent.destroy(), pool.end(), pipeline.end()]);
      await listener.end();
    },
  };
}

/**
 * Returns the limits. A caller that allows longer statements also waits longer, on every
 * connection; one that allows any waits while the server answers on another connection.
 */
function limitsOf(options: DatabaseOptions) {
  const { statementTimeoutMs = STATEMENT_TIMEOUT_MS, lockTimeoutMs = LOCK_TIMEOUT_MS } = options;
  const isUsual = statementTimeoutMs > 0 && statementTimeoutMs <= STATEMENT_TIMEOUT_MS;
  const unusualMs =
    statementTimeoutMs === 0
      ? undefined
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
