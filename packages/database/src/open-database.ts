import { Kysely } from "kysely";
import { PostgresJSDialect } from "kysely-postgres-js";
import postgres from "postgres";
import { type CommitWatch, createCommitWatch } from "./commit-watch.ts";
import { openConnectionPool } from "./connection-pool.ts";
import { openResilientSql, type Sql, type SqlOptions } from "./resilient-sql.ts";

export interface DatabaseOptions {
  /** `postgres://` address with the role to connect as. */
  readonly url: string;
  /** Upper bound of open connections, those of `sql` included; at least 3. Default 10. */
  readonly maxConnections?: number;
  /** Of those, how many `sql` pipelines single statements over. Default 2. */
  readonly pipelinedConnections?: number;
  /** Shown in pg_stat_activity. */
  readonly applicationName?: string;
  /** Longest statement; default 5,000. */
  readonly statementTimeoutMs?: number;
  /** Longest wait for a lock; default 2,000. */
  readonly lockTimeoutMs?: number;
  /** Longest pause inside a transaction; default 10,000. */
  readonly idleInTransactionTimeoutMs?: number;
  /** Longest wait for a connection to open; default 2,000. */
  readonly connectTimeoutMs?: number;
}

/**
 * How pipelined statements are planned. They find many rows at once by their keys, so one plan
 * serves them all, through indexes. Left to itself PostgreSQL plans anew for each call where few
 * rows are asked for, which cost a payment's card 2 ms in place of 0.1; and a plan that was made
 * while a table was empty would read all of it until the next analyse.
 */
const PLANNED_ONCE = {
  plan_cache_mode: "force_generic_plan",
  enable_seqscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
} as const;

/** One database: Kysely for ordinary queries and transactions, `sql` for pipelined statements. */
export interface Database<Schema> {
  readonly kysely: Kysely<Schema>;
  /**
   * Raw postgres.js for short statements that look things up by their keys: each waits for those
   * before it on its connection. Never for a transaction: those belong to {@link inTransaction}.
   */
  readonly sql: Sql;
  /**
   * Awaits a statement that commits by itself.
   *
   * @throws UnknownOutcomeError when the answer was lost or doubtful
   */
  autoCommit<T>(answer: PromiseLike<T>): Promise<T>;
  /** Waits for what is running, then closes every connection. */
  close(): Promise<void>;
}

/**
 * Opens a database. Connections are made when first needed, so an unreachable server shows with
 * the first statement.
 *
 * bigint columns arrive as `bigint`, timestamptz as `Date`, jsonb parsed.
 */
export function openDatabase<Schema>(options: DatabaseOptions): Database<Schema> {
  const maxConnections = options.maxConnections ?? 10;
  const pipelined = options.pipelinedConnections ?? 2;
  if (maxConnections <= pipelined || pipelined < 1) {
    throw new RangeError("maxConnections must leave a connection beside the pipelined ones");
  }
  const watch = createCommitWatch();
  const clientOptions = connectionOptions(options, watch);
  const pipeline = openResilientSql(options.url, {
    ...clientOptions,
    max: pipelined,
    connection: { ...clientOptions.connection, ...PLANNED_ONCE },
  });
  const pool = openConnectionPool(options.url, clientOptions, maxConnections - pipelined, watch);
  const kysely = new Kysely<Schema>({ dialect: new PostgresJSDialect({ postgres: () => pool }) });
  return {
    kysely,
    sql: pipeline.sql,
    autoCommit: (answer) => watch.autoCommit(answer),
    async close() {
      await Promise.all([kysely.destroy(), pool.end(), pipeline.end()]);
    },
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
      statement_timeout: options.statementTimeoutMs ?? 5_000,
      lock_timeout: options.lockTimeoutMs ?? 2_000,
      idle_in_transaction_session_timeout: options.idleInTransactionTimeoutMs ?? 10_000,
      TimeZone: "UTC",
    },
  };
}
