import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createLogger } from "@tessera/server/logger";
import { releaseNamesOfNobody } from "@tessera/server/people";
import postgres, { type Sql } from "postgres";
import { seededRandom } from "../statistics.ts";
import { followLink, newEmail, type PendingLink, prepareLinks } from "./cell-customers.ts";
import type { CellsOptions } from "./cells-options.ts";
import { checkNames } from "./check-names.ts";
import { killNode } from "./kill-node.ts";
import type { LabPlace } from "./lab-place.ts";
import type { ProgramNode } from "./program-nodes.ts";
import { type Program, type ProgramCell, startProgram } from "./start-program.ts";

const CELLS = 2;
const CLIENTS_PER_CELL = 4;
/** Registrations that complete before a node is killed. */
const BEFORE_KILL = 8;
const DOWN_MS = 2_000;
const COMMIT_DELAY_US = 100_000;
const RESOLVED_WITHIN_MS = 240_000;
const WATCH_MS = 60_000;
const SILENT = createLogger({ level: "silent", pretty: false });

/** What a kill during registrations left behind. */
export interface CommitKill {
  readonly killed: string;
  /** Prepared transactions on all nodes as soon as the killed node had been restarted. */
  readonly prepared: number;
  /** Seconds from the restart until none of them was left. */
  readonly resolvedSeconds: number;
  /**
   * What registrations under the names in flight were answered: by other cells while the killed
   * cell was down, or by all cells when the directory's node had been restarted.
   */
  readonly answers: Readonly<Record<string, number>>;
  readonly acknowledged: number;
  readonly unanswered: number;
  /** People who do not exist and whose names the hourly job released. */
  readonly released: number;
  /** What was wrong before the job, and what is wrong after it. */
  readonly faultsBefore: readonly string[];
  readonly faults: readonly string[];
}

/**
 * Kills a node while registrations commit on several nodes, again and again: the directory's node,
 * or the cell. Once the hourly job has run, no name may be without its person, and no person
 * without names.
 */
export async function killInCommits(
  { kills, seed }: CellsOptions,
  { engine, folder, say }: LabPlace,
): Promise<CommitKill[]> {
  const place = path.join(folder, "commits");
  const program = await startProgram({ engine, folder: place, cells: CELLS, rateLimits: false });
  const random = seededRandom(seed);
  try {
    await delayCommits(program.nodes);
    const targets = nodesToKill(program);
    const results: CommitKill[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      const node = targets[kill % targets.length];
      if (node !== undefined) {
        const result = await killOnce(program, node, random);
        results.push(result);
        say(`kill ${kill + 1}: ${JSON.stringify(result)}`);
      }
    }
    return results;
  } finally {
    await program.stop();
  }
}

/**
 * Makes each commit of a cell wait before it is flushed. With Citus, this is after the directory
 * has prepared the transaction and before it learns of the commit; with `postgres_fdw`, after the
 * directory's commit. Without the wait, hardly any kill would hit that moment.
 */
async function delayCommits(nodes: readonly ProgramNode[]): Promise<void> {
  for (const node of nodes.filter(({ kind }) => kind === "cell")) {
    const sql = connect(node);
    await sql.unsafe(`alter system set commit_delay = ${COMMIT_DELAY_US}`);
    await sql`alter system set commit_siblings = 0`;
    await sql`select pg_reload_conf()`;
    await sql.end();
  }
}

function nodesToKill({ engine, nodes }: Program): ProgramNode[] {
  const cells = nodes.filter(({ kind }) => kind === "cell");
  const holder = engine === "citus" ? nodes.find(({ kind }) => kind === "directory") : cells[0];
  return [holder, cells.at(-1)].filter((node) => node !== undefined);
}

/** Registrations under way, with what became of them. */
interface Registrations {
  readonly acknowledged: PendingLink[];
  readonly unanswered: PendingLink[];
  readonly inFlight: ReadonlySet<PendingLink>;
  stop(): Promise<void>;
}

async function killOnce(
  program: Program,
  node: ProgramNode,
  random: () => number,
): Promise<CommitKill> {
  const registrations = startRegistrations(program.cells);
  while (registrations.acknowledged.length < BEFORE_KILL) {
    await sleep(10);
  }
  await killWhileCommitting(program, node, random);
  const names = [...registrations.inFlight];
  const others = program.cells.filter(({ cell }) => cell !== node.cell);
  const whileDown = node.kind === "cell" ? registerAgain(others, names) : undefined;
  await sleep(DOWN_MS);
  await node.restart();
  const restartedMs = performance.now();
  const prepared = await countPrepared(program);
  const answers = await (whileDown ?? registerAgain(others, names));
  const resolvedMs = await untilResolved(program);
  await registrations.stop();
  const missing = await missingPeople(program.cells, registrations.acknowledged);
  const faultsBefore = await checkNames(program.cells);
  const released = await releaseNames(program.cells);
  return {
    killed: node.name,
    prepared,
    resolvedSeconds: Math.round((resolvedMs - restartedMs) / 100) / 10,
    answers,
    acknowledged: registrations.acknowledged.length,
    unanswered: registrations.unanswered.length,
    ...{ released, faultsBefore },
    faults: [...missing, ...(await checkNames(program.cells))],
  };
}

function startRegistrations(cells: readonly ProgramCell[]): Registrations {
  const acknowledged: PendingLink[] = [];
  const unanswered: PendingLink[] = [];
  const inFlight = new Set<PendingLink>();
  let isOver = false;
  const clients = cells.flatMap((cell) =>
    Array.from({ length: CLIENTS_PER_CELL }, async () => {
      while (!isOver) {
        const [link] = await prepareLinks(cell, [newEmail()]).catch(() => []);
        if (link === undefined) {
          await sleep(50);
          continue;
        }
        inFlight.add(link);
        const { status } = await followLink(cell.server.url, link);
        inFlight.delete(link);
        (status === 200 ? acknowledged : unanswered).push(link);
      }
    }),
  );
  return {
    ...{ acknowledged, unanswered, inFlight },
    async stop() {
      isOver = true;
      await Promise.all(clients);
    },
  };
}

/**
 * Kills a node when it has prepared a transaction, and its commit has not arrived yet; a cell when
 * the directory has prepared one of its transactions. Without Citus, at a random moment.
 */
async function killWhileCommitting(
  { engine, nodes }: Program,
  node: ProgramNode,
  random: () => number,
): Promise<void> {
  const pid = node.pid();
  if (engine === "plain") {
    await sleep(random() * 500);
    killNode(pid);
    return;
  }
  const watched = node.kind === "directory" ? node : nodes.find(({ kind }) => kind === "directory");
  const sql = connect(watched ?? node);
  try {
    const group = node.kind === "cell" ? await groupOf(sql, node) : undefined;
    const pattern = group === undefined ? "citus\\_%" : `citus\\_${group}\\_%`;
    const endMs = performance.now() + WATCH_MS;
    while (performance.now() < endMs) {
      const found = await sql`select from pg_prepared_xacts where gid like ${pattern} limit 1`;
      if (found.length > 0) {
        killNode(pid);
        return;
      }
    }
    throw new Error(`no transaction was prepared on ${watched?.name}`);
  } finally {
    await sql.end({ timeout: 1 }).catch(() => undefined);
  }
}

/** Returns the number under which Citus knows a node. Its transactions are named after it. */
async function groupOf(sql: Sql, { superuserUrl }: ProgramNode): Promise<number> {
  const port = Number(new URL(superuserUrl).port);
  const [row] = await sql<{ group: number }[]>`
    select groupid as group from pg_dist_node where nodeport = ${port}`;
  return row?.group ?? -1;
}

function connect({ superuserUrl }: ProgramNode): Sql {
  return postgres(superuserUrl, { max: 1, onnotice: () => undefined, connect_timeout: 2 });
}

async function countPrepared({ nodes }: Program): Promise<number> {
  let prepared = 0;
  for (const node of nodes) {
    const sql = connect(node);
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from pg_prepared_xacts`;
    prepared += row?.count ?? 0;
    await sql.end();
  }
  return prepared;
}

async function untilResolved(program: Program): Promise<number> {
  const endMs = performance.now() + RESOLVED_WITHIN_MS;
  while (performance.now() < endMs) {
    if ((await countPrepared(program)) === 0) {
      return performance.now();
    }
    await sleep(200);
  }
  throw new Error("prepared transactions are left");
}

/** Registers once in each cell under each of the names, and counts the answers. */
async function registerAgain(
  cells: readonly ProgramCell[],
  links: readonly PendingLink[],
): Promise<Record<string, number>> {
  const answers: Record<string, number> = {};
  const attempts = links.flatMap(({ email }) =>
    cells.map(async (cell) => {
      const [link] = await prepareLinks(cell, [email]);
      const startMs = performance.now();
      const { status, code } = await followLink(cell.server.url, link ?? { token: "" });
      const seconds = Math.round((performance.now() - startMs) / 1_000);
      const answer = `${status} ${code} after ${seconds} s`;
      answers[answer] = (answers[answer] ?? 0) + 1;
    }),
  );
  await Promise.all(attempts);
  return answers;
}

/** Does what the servers' hourly job does, and returns how many people's names it released. */
async function releaseNames(cells: readonly ProgramCell[]): Promise<number> {
  let released = 0;
  for (const { db, directory } of cells) {
    const orphans = await releaseNamesOfNobody({ db, directory, log: SILENT });
    released += orphans?.isReleased === true ? orphans.ids.length : 0;
  }
  return released;
}

/** Names acknowledged customers who do not exist. */
async function missingPeople(
  cells: readonly ProgramCell[],
  acknowledged: readonly PendingLink[],
): Promise<string[]> {
  const emails = new Set<string>();
  for (const { owner } of cells) {
    for (const { email } of await owner<{ email: string }[]>`select email from person`) {
      emails.add(email);
    }
  }
  return acknowledged
    .filter(({ email }) => !emails.has(email))
    .map(({ email }) => `${email} was acknowledged and does not exist`);
}
