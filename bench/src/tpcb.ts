import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import postgres, { type Sql } from "postgres";
import { seededRandom } from "./statistics.ts";

const run = promisify(execFile);

const SCALE = 50;
const CLIENTS = 16;
const THREADS = 2;

/** The physical limit to compare with: PostgreSQL's own TPC-B transaction on the same server. */
export interface TpcbBaseline {
  /**
   * `driver` is a different measurement: the same statements, sent one by one through the driver.
   */
  readonly kind: "pgbench" | "driver";
  /**
   * The server's version, and its compiler's optimization level, which changes TPC-B results by a
   * sixth.
   */
  readonly server: string;
  /** Runs for some seconds and returns transactions per second. */
  measure(seconds: number): Promise<number>;
  close(): Promise<void>;
}

/** Finds pgbench through `PGBENCH_PATH`, in PATH, or where Debian installs it. */
function findPgbench(): string | undefined {
  const named = process.env.PGBENCH_PATH;
  if (named !== undefined && existsSync(named)) {
    return named;
  }
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort().reverse() : [];
  const folders = [
    ...(process.env.PATH ?? "").split(path.delimiter),
    ...versions.map((version) => path.join(debian, version, "bin")),
  ];
  return folders.map((folder) => path.join(folder, "pgbench")).find((file) => existsSync(file));
}

/**
 * Prepares the TPC-B tables in the database at `url`, or at `BENCH_TPCB_URL` if that is set. If
 * set, it must be an empty database on a PostgreSQL compiled with -O2, because the measured server
 * is compiled for size.
 */
export async function prepareTpcb(url: string): Promise<TpcbBaseline> {
  const address = process.env.BENCH_TPCB_URL ?? url;
  const sql = postgres(address, { max: CLIENTS, onnotice: () => undefined });
  const [build] = await sql<{ version: string; cflags: string }[]>`
    select version(), setting as cflags from pg_config where name = 'CFLAGS'`;
  const server = `${build?.version.split(" on ")[0]}, ${/-O\w/.exec(build?.cflags ?? "")?.[0]}`;
  const close = () => sql.end({ timeout: 5 });
  const pgbench = findPgbench();
  if (pgbench === undefined) {
    await createTables(sql);
    return { kind: "driver", server, measure: (seconds) => measureByDriver(sql, seconds), close };
  }
  await run(pgbench, ["-i", "-q", "-s", String(SCALE), address], { maxBuffer: 1 << 24 });
  const measure = (seconds: number) => measureByPgbench(pgbench, address, seconds);
  return { kind: "pgbench", server, measure, close };
}

async function measureByPgbench(pgbench: string, url: string, seconds: number): Promise<number> {
  const load = ["-M", "prepared", "-c", String(CLIENTS), "-j", String(THREADS)];
  // pgbench accepts only whole seconds.
  const { stdout } = await run(pgbench, [...load, "-n", "-T", String(Math.ceil(seconds)), url]);
  const tps = /tps = ([0-9.]+)/.exec(stdout)?.[1];
  if (tps === undefined) {
    throw new Error(`pgbench printed no result: ${stdout}`);
  }
  return Number(tps);
}

async function createTables(sql: Sql): Promise<void> {
  await sql.unsafe(`
    create table pgbench_branches (bid int primary key, bbalance int, filler char(88))
      with (fillfactor = 100);
    create table pgbench_tellers (tid int primary key, bid int, tbalance int, filler char(84));
    create table pgbench_accounts (aid int primary key, bid int, abalance int, filler char(84));
    create table pgbench_history
      (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
    insert into pgbench_branches select g, 0, '' from generate_series(1, ${SCALE}) g;
    insert into pgbench_tellers
      select g, (g - 1) / 10 + 1, 0, '' from generate_series(1, ${SCALE * 10}) g;
    insert into pgbench_accounts
      select g, (g - 1) / 100000 + 1, 0, '' from generate_series(1, ${SCALE * 100_000}) g;
    analyze pgbench_accounts;
  `);
}

async function measureByDriver(sql: Sql, seconds: number): Promise<number> {
  const random = seededRandom(Date.now());
  const draw = (count: number) => 1 + Math.floor(random() * count);
  const end = performance.now() + seconds * 1000;
  let transactions = 0;
  const client = async () => {
    while (performance.now() < end) {
      const [account, teller, branch] = [draw(SCALE * 100_000), draw(SCALE * 10), draw(SCALE)];
      const delta = draw(10_000) - 5_000;
      await sql.begin(async (tx) => {
        await tx`update pgbench_accounts set abalance = abalance + ${delta} where aid = ${account}`;
        await tx`select abalance from pgbench_accounts where aid = ${account}`;
        await tx`update pgbench_tellers set tbalance = tbalance + ${delta} where tid = ${teller}`;
        await tx`update pgbench_branches set bbalance = bbalance + ${delta} where bid = ${branch}`;
        await tx`insert into pgbench_history (tid, bid, aid, delta, mtime)
                 values (${teller}, ${branch}, ${account}, ${delta}, current_timestamp)`;
      });
      transactions += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return transactions / seconds;
}
