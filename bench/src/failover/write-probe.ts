import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";

/** A write that a node acknowledged. Times are those of `performance.now()`. */
export interface ProbeWrite {
  readonly node: string;
  readonly number: number;
  /** The timeline that the node wrote to. */
  readonly timeline: number;
  readonly sentMs: number;
  readonly ackedMs: number;
}

/** A write that a node did not acknowledge. */
export type RefusedWrite = Pick<ProbeWrite, "node" | "sentMs">;

/** Writes to a node again and again, whatever its role, without passing through its links. */
export interface WriteProbe {
  readonly acknowledged: readonly ProbeWrite[];
  /** Writes that were refused, or got no response in time. */
  readonly refused: readonly RefusedWrite[];
  stop(): Promise<void>;
}

const PAUSE_MS = 200;
const ANSWER_WITHIN_MS = 4_000;
/** SQLSTATE of "committed locally, but might not have been replicated". */
const MAYBE_NOT_REPLICATED = "01000";

/** Creates the table that the probes write to, in the database of an address. */
export async function createProbeTable(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  await sql`create table failover_probe (node text, number int, primary key (node, number))`;
  await sql.end();
}

/** Starts a probe of a node, at an address that leads to no other node. */
export function startWriteProbe(name: string, url: string): WriteProbe {
  const acknowledged: ProbeWrite[] = [];
  const refused: RefusedWrite[] = [];
  let isOver = false;
  let isDoubtful = false;
  let number = 0;
  const open = () =>
    postgres(url, {
      ...{ max: 1, connect_timeout: 2 },
      connection: { application_name: "failover-probe" },
      // Otherwise postgres.js rejects a promise that nobody handles if a new connection is lost.
      fetch_types: false,
      onnotice({ code }) {
        isDoubtful ||= code === MAYBE_NOT_REPLICATED;
      },
    });
  let sql = open();

  async function write(): Promise<void> {
    number += 1;
    isDoubtful = false;
    const sentMs = performance.now();
    const inserted = sql<{ timeline: number }[]>`
      insert into failover_probe values (${name}, ${number})
      returning ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int
        as timeline`;
    const late = sleep(ANSWER_WITHIN_MS, undefined, { ref: false });
    const [row] = (await Promise.race([inserted, late])) ?? [];
    if (row === undefined) {
      throw new Error("no response in time");
    }
    if (!isDoubtful) {
      const { timeline } = row;
      acknowledged.push({ node: name, number, timeline, sentMs, ackedMs: performance.now() });
    }
  }

  async function probe(): Promise<void> {
    while (!isOver) {
      const sentMs = performance.now();
      try {
        await write();
      } catch {
        refused.push({ node: name, sentMs });
        // A standby, a node that is down, or one that waits for a standby of its own.
        await sql.end({ timeout: 0 }).catch(() => undefined);
        sql = open();
      }
      await sleep(PAUSE_MS);
    }
    await sql.end({ timeout: 1 }).catch(() => undefined);
  }
  const running = probe();
  return {
    acknowledged,
    refused,
    async stop() {
      isOver = true;
      await running;
    },
  };
}

/** Two writes that show that two nodes accepted writes at the same time. */
export interface DoubleWrite {
  readonly former: ProbeWrite;
  readonly latter: ProbeWrite;
}

/**
 * Finds writes that a node accepted although another one had taken over: on the same timeline, or
 * sent after the first acknowledgment on a later timeline. Each promotion begins a timeline.
 *
 * A write that was sent before the takeover proves nothing, even if its response arrives later: a
 * suspended primary may have replicated it and responds when it resumes.
 */
export function findDoubleWrites(writes: readonly ProbeWrite[]): DoubleWrite[] {
  const byTimeline = Map.groupBy(writes, ({ timeline }) => timeline);
  const firsts = [...byTimeline.values()].map((own) =>
    own.reduce((first, one) => (one.ackedMs < first.ackedMs ? one : first)),
  );
  return writes.flatMap((write) => {
    const latter = firsts.find(
      (first) =>
        first.node !== write.node &&
        (first.timeline === write.timeline ||
          (first.timeline > write.timeline && write.sentMs > first.ackedMs)),
    );
    return latter === undefined ? [] : [{ former: write, latter }];
  });
}

/** Returns the acknowledged writes that the database does not have. */
export async function findLostWrites(
  sql: postgres.Sql,
  writes: readonly ProbeWrite[],
): Promise<string[]> {
  const rows = await sql<{ key: string }[]>`
    select node || ' ' || number as key from failover_probe`;
  const present = new Set(rows.map(({ key }) => key));
  return writes.map(({ node, number }) => `${node} ${number}`).filter((key) => !present.has(key));
}
