import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openCellCallers } from "./cell-customers.ts";
import { killNode } from "./kill-node.ts";
import type { LabPlace } from "./lab-place.ts";
import type { ProgramNode } from "./program-nodes.ts";
import { type Operation, type Populated, perform } from "./requests.ts";
import { type Program, startProgram } from "./start-program.ts";

const CELLS = 3;
const CALLERS = 12;
const CLIENTS_PER_CELL = 2;
/** Seconds of load before a node is killed, while it is down, and after it has been restarted. */
const PHASE_SECONDS = 8;
const KINDS: readonly Operation[] = ["authorization", "authorization", "top-up", "balance"];
const RECOVERY_SECONDS = 120;

/** What customers of the cells that stayed up were answered while a node was down. */
export interface KillResult {
  readonly killed: string;
  /** Answered by cells that stayed up, from the kill until the restart. */
  readonly answered: Readonly<Record<string, number>>;
  /** One sentence for each request to another cell that failed. */
  readonly refused: readonly string[];
  readonly longestMs: number;
  /** Requests to the killed cell that failed. */
  readonly failedInKilled: number;
  /** Seconds from the restart until the killed cell authorized again. */
  readonly recoveredSeconds: number | null;
}

/** Kills each kind of node under load: all cells that stay up must authorize on. */
export async function killCells({ engine, folder, say }: LabPlace): Promise<KillResult[]> {
  const place = path.join(folder, "kill");
  const program = await startProgram({ engine, folder: place, cells: CELLS, rateLimits: false });
  try {
    const populated: Populated[] = [];
    for (const cell of program.cells) {
      const callers = await openCellCallers(cell, CALLERS);
      populated.push({ cell, cellsOfProgram: program.cells, callers });
    }
    // Each server learns the ranges of the cards, which it then remembers.
    await Promise.all(populated.flatMap((own) => populated.map((at) => authorizeAt(own, at))));
    const results: KillResult[] = [];
    for (const node of nodesToKill(program)) {
      results.push(await killOne(populated, node));
      say(`killed: ${JSON.stringify(results.at(-1))}`);
    }
    await program.run(["verify", "--cells"]);
    say("verify --cells found no fault");
    return results;
  } finally {
    await program.stop();
  }
}

async function authorizeAt({ cell, callers }: Populated, at: Populated): Promise<void> {
  for (const caller of callers) {
    await perform("authorization at any server", caller, { own: cell, any: at.cell });
  }
}

/** One node of each kind, and both the first and the last cell. */
function nodesToKill({ nodes }: Program): ProgramNode[] {
  const cells = nodes.filter(({ kind }) => kind === "cell");
  const others = ["directory", "coordinator"].map((kind) => nodes.find((one) => one.kind === kind));
  return [cells.at(-1), ...others, cells[0]].filter((node) => node !== undefined);
}

/** What the clients have seen so far. */
interface Seen {
  readonly answered: Record<string, number>;
  readonly refused: string[];
  longestMs: number;
  failedInKilled: number;
}

async function killOne(populated: readonly Populated[], node: ProgramNode): Promise<KillResult> {
  const seen: Seen = { answered: {}, refused: [], longestMs: 0, failedInKilled: 0 };
  let isDown = false;
  let isOver = false;
  const clients = populated.flatMap((one) =>
    Array.from({ length: CLIENTS_PER_CELL }, async (_, client) => {
      for (let index = client; !isOver; index += 1) {
        await attempt(one, { index, seen, wasDown: isDown, killed: node.cell });
      }
    }),
  );
  await sleep(PHASE_SECONDS * 1_000);
  isDown = true;
  killNode(node.pid());
  await sleep(PHASE_SECONDS * 1_000);
  isDown = false;
  const restartedMs = performance.now();
  await node.restart();
  const recoveredMs = await untilAuthorized(populated, node);
  await sleep(PHASE_SECONDS * 1_000);
  isOver = true;
  await Promise.all(clients);
  const recovered = recoveredMs === undefined ? null : (recoveredMs - restartedMs) / 1_000;
  return { killed: node.name, ...seen, recoveredSeconds: recovered };
}

/** One request, and how it counts. */
interface Attempt {
  readonly index: number;
  readonly seen: Seen;
  /** Whether the node was down when the request was sent. */
  readonly wasDown: boolean;
  /** The number of the killed cell, if the node is a cell. */
  readonly killed: number | undefined;
}

async function attempt(
  { cell, callers }: Populated,
  { index, seen, wasDown, killed }: Attempt,
): Promise<void> {
  const operation = KINDS[index % KINDS.length] ?? "authorization";
  const caller = callers[index % callers.length];
  if (caller === undefined) {
    throw new RangeError("there are no customers");
  }
  const startMs = performance.now();
  try {
    await perform(operation, caller, { own: cell, any: cell });
    if (cell.cell !== killed && wasDown) {
      seen.answered[operation] = (seen.answered[operation] ?? 0) + 1;
      seen.longestMs = Math.max(seen.longestMs, Math.round(performance.now() - startMs));
    }
  } catch (error) {
    if (cell.cell === killed) {
      seen.failedInKilled += 1;
      await sleep(50);
    } else {
      const text = error instanceof Error ? error.message : String(error);
      seen.refused.push(`cell ${cell.cell}, ${operation}: ${text}`);
    }
  }
}

/** Waits until the killed cell authorizes again, and returns when it did. */
async function untilAuthorized(
  populated: readonly Populated[],
  node: ProgramNode,
): Promise<number | undefined> {
  const own = populated.find(({ cell }) => cell.cell === node.cell);
  const [caller] = own?.callers ?? [];
  if (own === undefined || caller === undefined) {
    return undefined;
  }
  const endMs = performance.now() + RECOVERY_SECONDS * 1_000;
  while (performance.now() < endMs) {
    try {
      await perform("authorization", caller, { own: own.cell, any: own.cell });
      return performance.now();
    } catch {
      await sleep(100);
    }
  }
  throw new Error(`${node.name} did not authorize again`);
}
