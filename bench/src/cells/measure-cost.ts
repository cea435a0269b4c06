import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { median, range } from "../statistics.ts";
import { followLink, newEmail, openCellCallers, prepareLinks } from "./cell-customers.ts";
import type { CellsOptions } from "./cells-options.ts";
import { type CpuSeconds, cpuBetween, cpuOf, PARTS, type Part } from "./cpu-by-node.ts";
import type { LabPlace } from "./lab-place.ts";
import { OPERATIONS, type Operation, type Populated, performInTurn } from "./requests.ts";
import { type Program, startProgram } from "./start-program.ts";
import { countStatements, logStatements, type NodeStatements } from "./statement-log.ts";

/** Customers of a program, spread over its cells. */
const CALLERS = 48;
const IDLE_MS = 4_000;
/**
 * Of each kind and in each cell, so that every server's code is compiled before it is measured.
 * After 200, the servers of four cells still became faster from round to round.
 */
const WARM_UP_PER_CELL = 1_000;
const COUNTED = 96;
/** Customers opened to see that the counter counts: each takes names in the directory. */
const REGISTRATIONS = 8;

/** A program whose cost is measured, or several that know nothing of each other. */
interface Contender {
  readonly name: string;
  readonly programs: readonly Program[];
  readonly populated: readonly Populated[];
}

/**
 * Milliseconds of processor time for one operation, one figure per round: by kind of process and of
 * all, both without what the program uses in the same time if nobody makes a request, and all with
 * that (`gross`).
 */
export type CostFigures = Readonly<Record<Part | "all" | "gross", readonly number[]>>;

/** What a program of some cells cost, or several programs of one cell. */
export interface CostOfCells {
  readonly name: string;
  /** Cells of each program. */
  readonly cells: number;
  readonly cost: Readonly<Record<Operation, CostFigures>>;
  /** Processor milliseconds per second and cell without requests: jobs, seals, autovacuum. */
  readonly idlePerCell: readonly number[];
  readonly statements: Readonly<Record<Operation | "registration", CountedStatements>>;
}

/** Statements for one operation. */
export interface CountedStatements {
  /** In the cells' own databases, without those of jobs. */
  readonly own: number;
  readonly betweenNodes: number;
  readonly ofJobs: number;
  readonly kinds: Readonly<Record<string, number>>;
}

/**
 * Measures what each operation costs in programs with different numbers of cells, in interleaved
 * rounds, and then counts the statements between nodes.
 *
 * Programs of one cell, as many as the largest program has cells, are the control. They share
 * nothing but the machine, on which more processes find less of their code and data in the
 * processor's caches. What an operation costs more with several cells than there is due to cells.
 */
export async function measureCost(
  options: CellsOptions,
  { engine, folder, say }: LabPlace,
): Promise<CostOfCells[]> {
  const contenders: Contender[] = [];
  const running: Program[] = [];
  const start = async (name: string, cells: number) => {
    const place = path.join(folder, name.replaceAll(" ", "-"));
    const program = await startProgram({ engine, folder: place, cells, rateLimits: false });
    running.push(program);
    return program;
  };
  const add = async (name: string, programs: readonly Program[]) => {
    contenders.push({ name, programs, populated: await populate(programs) });
    say(`${name}: ${CALLERS} funded cards`);
  };
  try {
    for (const cells of options.cells) {
      const name = nameOf(cells);
      await add(name, [await start(name, cells)]);
    }
    const largest = Math.max(...options.cells);
    if (largest > 1) {
      const apart: Program[] = [];
      while (apart.length < largest) {
        apart.push(await start(`apart ${apart.length + 1}`, 1));
      }
      await add(`${largest} programs of 1 cell`, apart);
    }
    const rounds = new Map(contenders.map((contender) => [contender, startFigures()]));
    for (const { populated } of contenders) {
      for (const operation of OPERATIONS) {
        await performInTurn(operation, populated, WARM_UP_PER_CELL * populated.length);
      }
    }
    say("the servers are warm");
    for (let round = 1; round <= options.rounds; round += 1) {
      for (const [contender, figures] of rounds) {
        await measureRound(contender, figures, options.operations);
        say(`round ${round}, ${contender.name}: ${lastOf(figures)}`);
      }
    }
    const results: CostOfCells[] = [];
    for (const [contender, { cost, idlePerCell }] of rounds) {
      const statements = await countAll(contender);
      const cells = contender.programs[0]?.cells.length ?? 0;
      results.push({ name: contender.name, cells, cost, idlePerCell, statements });
    }
    return results;
  } finally {
    for (const program of running) {
      await program.stop();
    }
  }
}

const nameOf = (cells: number) => (cells === 1 ? "1 cell" : `${cells} cells`);

async function populate(programs: readonly Program[]): Promise<Populated[]> {
  const populated: Populated[] = [];
  const count = programs.reduce((sum, { cells }) => sum + cells.length, 0);
  for (const { cells } of programs) {
    for (const cell of cells) {
      const callers = await openCellCallers(cell, CALLERS / count);
      populated.push({ cell, cellsOfProgram: cells, callers });
    }
  }
  return populated;
}

type Growing = Record<Part | "all" | "gross", number[]>;

interface RoundFigures {
  readonly cost: Record<Operation, Growing>;
  readonly idlePerCell: number[];
}

function startFigures(): RoundFigures {
  const none = (): Growing => ({ server: [], cell: [], directory: [], all: [], gross: [] });
  const cost = Object.fromEntries(OPERATIONS.map((operation) => [operation, none()]));
  return { cost: cost as Record<Operation, Growing>, idlePerCell: [] };
}

async function measureRound(
  { programs, populated }: Contender,
  { cost, idlePerCell }: RoundFigures,
  count: number,
): Promise<void> {
  const [idle, idleMs] = await cpuDuring(programs, () => sleep(IDLE_MS));
  idlePerCell.push((1_000_000 * sumOf(idle)) / idleMs / populated.length);
  for (const operation of OPERATIONS) {
    const [cpu, tookMs] = await cpuDuring(programs, () =>
      performInTurn(operation, populated, count),
    );
    const without = (used: number, whileIdle: number) =>
      (1_000 * (used - (whileIdle * tookMs) / idleMs)) / count;
    for (const part of PARTS) {
      cost[operation][part].push(without(cpu[part], idle[part]));
    }
    cost[operation].all.push(without(sumOf(cpu), sumOf(idle)));
    cost[operation].gross.push((1_000 * sumOf(cpu)) / count);
  }
}

async function cpuDuring(
  programs: readonly Program[],
  work: () => Promise<unknown>,
): Promise<[CpuSeconds, number]> {
  const before = await cpuOf(programs);
  const startMs = performance.now();
  await work();
  return [cpuBetween(before, await cpuOf(programs)), performance.now() - startMs];
}

const sumOf = (cpu: CpuSeconds) => PARTS.reduce((sum, part) => sum + cpu[part], 0);

function lastOf({ cost }: RoundFigures): string {
  return OPERATIONS.map((name) => `${name} ${(cost[name].all.at(-1) ?? 0).toFixed(2)} ms`).join(
    ", ",
  );
}

/** Counts the statements of each operation, and of one that must use the directory. */
async function countAll({ programs, populated }: Contender): Promise<CostOfCells["statements"]> {
  const counted: Partial<Record<Operation | "registration", CountedStatements>> = {};
  const nodes = programs.flatMap((program) => program.nodes);
  await logStatements(nodes, true);
  const [idle, idleMs] = await countDuring(nodes, () => sleep(IDLE_MS));
  const idlePerMs = ownOf(idle) / idleMs;
  for (const operation of OPERATIONS) {
    const [of, tookMs] = await countDuring(nodes, () =>
      performInTurn(operation, populated, COUNTED),
    );
    counted[operation] = perOperation(of, COUNTED, idlePerMs * tookMs);
  }
  const each = Math.ceil(REGISTRATIONS / populated.length);
  const [of, tookMs] = await countDuring(nodes, async () => {
    for (const { cell } of populated) {
      for (const link of await prepareLinks(cell, Array.from({ length: each }, newEmail))) {
        await followLink(cell.server.url, link);
      }
    }
  });
  counted.registration = perOperation(of, each * populated.length, idlePerMs * tookMs);
  await logStatements(nodes, false);
  return counted as CostOfCells["statements"];
}

async function countDuring(
  nodes: Program["nodes"],
  work: () => Promise<unknown>,
): Promise<[readonly NodeStatements[], number]> {
  const startMs = performance.now();
  const counted = await countStatements(nodes, work);
  return [counted, performance.now() - startMs];
}

const ownOf = (nodes: readonly NodeStatements[]) => nodes.reduce((sum, { own }) => sum + own, 0);

/** @param background statements of jobs in the same time, which are not the operation's own */
function perOperation(
  nodes: readonly NodeStatements[],
  count: number,
  background: number,
): CountedStatements {
  const sum = (part: "fromNodes" | "ofJobs") =>
    nodes.reduce((total, node) => total + node[part], 0);
  const kinds: Record<string, number> = {};
  for (const [kind, times] of nodes.flatMap((node) => [...node.kinds])) {
    kinds[kind] = (kinds[kind] ?? 0) + times;
  }
  const own = Math.max(0, ownOf(nodes) - background) / count;
  const betweenNodes = sum("fromNodes") / count;
  return { own, betweenNodes, ofJobs: sum("ofJobs"), kinds };
}

/** Returns the tables of the results, as Markdown. */
export function costTables(results: readonly CostOfCells[]): string {
  const header = (names: string) =>
    `| ${names} | ${results.map(({ name }) => name).join(" | ")} |\n` +
    `|---|${results.map(() => "---").join("|")}|\n`;
  const figure = (values: readonly number[]) => {
    const { low, high } = range(values);
    return `${median(values).toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
  };
  const row = (name: string, of: (one: CostOfCells) => string) =>
    `| ${name} | ${results.map(of).join(" | ")} |\n`;
  const costs = OPERATIONS.flatMap((operation) =>
    ([...PARTS, "all", "gross"] as const).map((part) =>
      row(`${operation}, ${part}`, ({ cost }) => figure(cost[operation][part])),
    ),
  );
  const idle = row("idle, per second and cell", ({ idlePerCell }) => figure(idlePerCell));
  const counts = ([...OPERATIONS, "registration"] as const).flatMap((operation) => [
    row(`${operation}, own`, ({ statements }) => statements[operation].own.toFixed(2)),
    row(`${operation}, between nodes`, ({ statements }) =>
      statements[operation].betweenNodes.toFixed(2),
    ),
  ]);
  return [
    header("processor time in ms, median (lowest to highest)"),
    ...costs,
    idle,
    "\n",
    header("statements per operation"),
    ...counts,
  ].join("");
}

/** Returns what is wrong with the results: statements between nodes where there must be none. */
export function costFaults(results: readonly CostOfCells[]): string[] {
  return results.flatMap(({ name, cells, statements }) => [
    ...OPERATIONS.filter((operation) => statements[operation].betweenNodes > 0).map(
      (operation) =>
        `${name}: ${operation} executes statements on other nodes: ` +
        JSON.stringify(statements[operation].kinds),
    ),
    ...OPERATIONS.filter((operation) => statements[operation].own === 0).map(
      (operation) => `${name}: no statement of ${operation} was counted`,
    ),
    ...(cells > 1 && statements.registration.betweenNodes === 0
      ? [`${name}: no statement of a registration between nodes was counted`]
      : []),
  ]);
}
