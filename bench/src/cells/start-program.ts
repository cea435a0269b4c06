import { execFile } from "node:child_process";
import { chmod, mkdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Database, openDatabase } from "@tessera/database";
import { readConfig } from "@tessera/server/config";
import { createDirectory, type Directory } from "@tessera/server/directory";
import { createKeys } from "@tessera/server/keys";
import { loadRootKey } from "@tessera/server/root-key";
import postgres, { type Sql } from "postgres";
import { type ChildServer, freePort, startChildServer } from "../child-server.ts";
import { startCitusNodes } from "./citus-nodes.ts";
import { killNode } from "./kill-node.ts";
import { startPlainNodes } from "./plain-nodes.ts";
import type { CellAddresses, Engine, ProgramNode, ProgramNodes } from "./program-nodes.ts";

const MAIN = new URL("../../../apps/server/src/main.ts", import.meta.url);
const COMMANDS = fileURLToPath(new URL("../../../apps/server/src/tessera.ts", import.meta.url));
const MAX_OUTPUT_BYTES = 64 * 1_024 * 1_024;

/** A cell of a running program. */
export interface ProgramCell extends CellAddresses {
  readonly node: ProgramNode;
  readonly server: ChildServer;
  readonly owner: Sql;
  /** The application role's connection. */
  readonly db: Database<object>;
  /** The program's directory, as this cell uses it. */
  readonly directory: Directory;
  /** Returns the keyed hash of a name, in hex, under which the directory lists it. */
  hashOf(kind: "username" | "email", name: string): string;
}

/** A running program with one or several cells, and a server for each. */
export interface Program {
  readonly engine: Engine;
  readonly folder: string;
  readonly nodes: readonly ProgramNode[];
  readonly cells: readonly ProgramCell[];
  /** The settings for a command on all cells, as the owner. */
  readonly commandSettings: Readonly<Record<string, string>>;
  /** Runs a command of the product. @throws Error with its output if it fails */
  run(args: readonly string[]): Promise<string>;
  stop(): Promise<void>;
}

export interface ProgramPlan {
  readonly engine: Engine;
  readonly folder: string;
  readonly cells: number;
  /** Whether servers count requests against their rate limits, as in production. */
  readonly rateLimits: boolean;
}

/** Starts a program with new databases, and a server for each cell. */
export async function startProgram(plan: ProgramPlan): Promise<Program> {
  const { engine, folder } = plan;
  await mkdir(folder, { recursive: true });
  // PostgreSQL may run as another user, who must be able to access the folder.
  await chmod(folder, 0o755);
  const start = engine === "citus" ? startCitusNodes : startPlainNodes;
  const nodes = await start(folder, plan.cells);
  const stops: (() => Promise<unknown>)[] = [() => nodes.stop()];
  const cells: ProgramCell[] = [];
  const killAll = () => killProgram(nodes, cells);
  // Before the data folder is deleted.
  process.prependOnceListener("exit", killAll);
  const stop = async () => {
    for (const one of stops.reverse()) {
      await one();
    }
    process.off("exit", killAll);
  };
  try {
    const commandSettings = settingsOfCommands(nodes, folder);
    const run = (args: readonly string[]) => runCommand(args, commandSettings);
    await nodes.prepare();
    await createCells(nodes, commandSettings);
    stops.push(() => Promise.all(cells.map(closeCell)));
    const ports = await Promise.all(nodes.cells.map(() => freePort()));
    for (const addresses of nodes.cells) {
      cells.push(await startCell(plan, { nodes, addresses, ports }));
    }
    return { engine, folder, nodes: nodes.nodes, cells, commandSettings, run, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Kills everything that an interrupted run has started. */
function killProgram({ nodes }: ProgramNodes, cells: readonly ProgramCell[]): void {
  const kills = [
    ...cells.map(
      ({ server }) =>
        () =>
          process.kill(server.pid, "SIGKILL"),
    ),
    ...nodes.map((node) => () => killNode(node.pid())),
  ];
  for (const kill of kills) {
    try {
      kill();
    } catch {
      // The lab has killed it already.
    }
  }
}

function settingsOfCommands({ cells }: ProgramNodes, folder: string): Record<string, string> {
  return {
    TESSERA_MODE: "sandbox",
    DATA_DIR: path.join(folder, "commands"),
    TESSERA_KEY_FILE: path.join(folder, "tessera.key"),
    CELLS: cells.map(({ cell, ownerUrl }) => `${cell}=${ownerUrl}`).join(" "),
  };
}

async function runCommand(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<string> {
  const run = promisify(execFile)(process.execPath, [COMMANDS, ...args], {
    env: { PATH: process.env.PATH, ...settings },
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  const { stdout } = await run.catch((error: Error & { readonly stdout?: string }) => {
    const lines = (error.stdout ?? "").split("\n");
    const broken = lines.filter((line) => /broken|^ {2}(?!ok)\S/i.test(line));
    throw new Error(`${error.message}${broken.join("\n")}`, { cause: error });
  });
  return stdout;
}

/** Migrates the first cell, and adds the others to its program. */
async function createCells(
  { engine, cells }: ProgramNodes,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const [first, ...others] = cells;
  await runCommand(["migrate"], { ...settings, CELLS: `1=${first?.ownerUrl}` });
  for (const { cell } of others) {
    const directory = engine === "plain" ? ["--directory", first?.appUrl ?? ""] : [];
    await runCommand(["cells", "add", "--number", String(cell), ...directory], settings);
  }
}

interface CellToStart {
  readonly nodes: ProgramNodes;
  readonly addresses: CellAddresses;
  /** The port of each cell's server. */
  readonly ports: readonly number[];
}

async function startCell(
  { folder, rateLimits }: ProgramPlan,
  { nodes, addresses, ports }: CellToStart,
): Promise<ProgramCell> {
  const { cell, ownerUrl, appUrl } = addresses;
  const others = nodes.cells
    .map((one, index) => `${one.cell}=http://127.0.0.1:${ports[index]}`)
    .filter((text) => !text.startsWith(`${cell}=`));
  const node = nodes.nodes.find((one) => one.cell === cell);
  if (node === undefined) {
    throw new Error(`there is no node of cell ${cell}`);
  }
  const dataDir = path.join(folder, `server-${cell}`);
  const settings: Record<string, string> = {
    TESSERA_MODE: "sandbox",
    CELLS: `${cell}=${appUrl}`,
    DATABASE_OWNER_URL: ownerUrl,
    ...(others.length > 0 ? { CELL_SERVERS: others.join(" ") } : {}),
    DATA_DIR: dataDir,
    TESSERA_KEY_FILE: path.join(folder, "tessera.key"),
    SEED: "off",
    TRUSTED_PROXIES: "127.0.0.1/32",
    LOG_LEVEL: "warn",
    NODE_ENV: "production",
    ...(rateLimits ? {} : { RATE_LIMITS: "off" }),
  };
  const log = path.join(folder, `server-${cell}.log`);
  const server = await startChildServer(MAIN, settings, "/readyz", ports[cell - 1], log);
  const keys = createKeys(await loadRootKey(readConfig(settings)));
  return {
    ...{ ...addresses, node, server },
    owner: postgres(ownerUrl, { max: 2, onnotice: () => undefined }),
    db: openDatabase<object>({ url: appUrl, statementTimeoutMs: 600_000 }),
    directory: createDirectory(keys, cell),
    hashOf: (kind, name) =>
      keys.hmac("directory-name", `${kind}\n${name.toLowerCase()}`).toString("hex"),
  };
}

async function closeCell({ server, owner, db }: ProgramCell): Promise<void> {
  await server.stop();
  await Promise.all([db.close(), owner.end({ timeout: 5 })]);
}
