import { open, stat } from "node:fs/promises";
import postgres from "postgres";
import type { ProgramNode } from "./program-nodes.ts";

/** How PostgreSQL logs statements while they are counted. Parameters are never logged. */
const LOGGED: Readonly<Record<string, string>> = {
  log_statement: "all",
  log_line_prefix: "%m|%a|%p|",
  log_parameter_max_length: "0",
};
/** The names under which `postgres_fdw` and Citus connect to other nodes. */
const OTHER_NODE = /^(postgres_fdw|citus_)/;
const LINE = /^[^|]*\|([^|]*)\|(\d+)\|LOG: {2}(?:statement|execute [^:]*): ([\s\S]*)$/;
/** Statements of Citus's own background work: distributed deadlocks, and recovery of commits. */
const OF_CITUS = /dump_local_wait_edges|pg_prepared_xacts|pg_dist_transaction|pg_stat_activity/;
const BEGINS = /^(START TRANSACTION|BEGIN)\b/i;
const ENDS = /^(COMMIT|ROLLBACK|ABORT|PREPARE TRANSACTION)\b/i;
const KIND_LENGTH = 60;
/** Jobs record the newest seal of each cell, and compare its settings with the program's. */
const OF_JOBS = /\bdirectory_(head|setting)/;
const SETTLE_MS = 300;

/** The statements that a node executed while they were logged. */
export interface NodeStatements {
  readonly node: ProgramNode;
  /** Statements of servers of the node's own cell. */
  readonly own: number;
  /** Statements on behalf of another node, without that of jobs and of Citus. */
  readonly fromNodes: number;
  /** Statements on behalf of another node that jobs send: see `OF_JOBS`. */
  readonly ofJobs: number;
  /** One statement of each kind in `fromNodes`, with how often it was executed. */
  readonly kinds: ReadonlyMap<string, number>;
}

/** Counts the statements that each node executes while work runs. */
export async function countStatements(
  nodes: readonly ProgramNode[],
  work: () => Promise<unknown>,
): Promise<NodeStatements[]> {
  const sizes = await Promise.all(nodes.map(({ logFile }) => sizeOf(logFile)));
  await work();
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  return Promise.all(
    nodes.map(async (node, index) => {
      const text = await readFrom(node.logFile, sizes[index] ?? 0);
      return { node, ...statementsIn(text) };
    }),
  );
}

/** Counts the statements in a part of a node's log, by who sent them. */
export function statementsIn(text: string): Omit<NodeStatements, "node"> {
  const kinds = new Map<string, number>();
  let [own, fromNodes, ofJobs] = [0, 0, 0];
  for (const { application, statements } of transactionsIn(text)) {
    if (!OTHER_NODE.test(application)) {
      own += statements.length;
    } else if (statements.some((statement) => OF_JOBS.test(statement))) {
      ofJobs += statements.length;
    } else if (!statements.some((statement) => OF_CITUS.test(statement))) {
      fromNodes += statements.length;
      for (const statement of statements) {
        const kind = statement.replace(/\d+/g, "#").slice(0, KIND_LENGTH);
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      }
    }
  }
  return { own, fromNodes, ofJobs, kinds };
}

interface LoggedTransaction {
  readonly application: string;
  readonly statements: readonly string[];
}

/** Groups the logged statements by transaction: all that a job's transaction does is the job's. */
function transactionsIn(text: string): LoggedTransaction[] {
  const transactions: LoggedTransaction[] = [];
  const openByProcess = new Map<string, { application: string; statements: string[] }>();
  // A statement of several lines continues on lines that begin with a tab.
  for (const line of text.replaceAll("\n\t", " ").split("\n")) {
    const [, application, process = "", statement = ""] = LINE.exec(line) ?? [];
    if (application === undefined) {
      continue;
    }
    const current = openByProcess.get(process) ?? { application, statements: [] };
    current.statements.push(statement);
    const isOpen = BEGINS.test(statement) || current.statements.length > 1;
    if (isOpen && !ENDS.test(statement)) {
      openByProcess.set(process, current);
    } else {
      openByProcess.delete(process);
      transactions.push(current);
    }
  }
  return [...transactions, ...openByProcess.values()];
}

/** Switches the logging of statements on all nodes on or off. */
export async function logStatements(nodes: readonly ProgramNode[], isOn: boolean): Promise<void> {
  for (const { superuserUrl } of nodes) {
    const sql = postgres(superuserUrl, { max: 1, onnotice: () => undefined });
    try {
      for (const [name, value] of Object.entries(LOGGED)) {
        await sql.unsafe(
          isOn ? `alter system set ${name} = '${value}'` : `alter system reset ${name}`,
        );
      }
      await sql`select pg_reload_conf()`;
    } finally {
      await sql.end();
    }
  }
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file)).size;
}

async function readFrom(file: string, position: number): Promise<string> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const buffer = Buffer.alloc(size - position);
    await handle.read(buffer, 0, buffer.length, position);
    return buffer.toString();
  } finally {
    await handle.close();
  }
}
