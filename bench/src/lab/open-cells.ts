import { execFile } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { EmbeddedServer } from "@tessera/database/embedded";
import { createLedger } from "@tessera/ledger";
import postgres from "postgres";
import { type Environment, openEnvironment } from "../environment.ts";
import { fundCards } from "../fund-cards.ts";
import { type Caller, openCallers } from "../http-population.ts";
import { loadMovements, openPopulation } from "../population.ts";

const run = promisify(execFile);
const COMMANDS = fileURLToPath(new URL("../../../apps/server/src/tessera.ts", import.meta.url));

/**
 * Starts a PostgreSQL for each cell of a program.
 *
 * @param dataFolder where the first cell's PostgreSQL keeps its data, if not in its own folder
 * @param opened receives each environment as soon as it exists
 */
export async function openCells(
  cells: number,
  settings: Readonly<Record<string, string>>,
  { dataFolder, opened }: { dataFolder?: string; opened: (one: Environment) => void },
): Promise<Environment[]> {
  const environments: Environment[] = [];
  for (let cell = 1; cell <= cells; cell += 1) {
    const [first] = environments;
    const prepare = async (server: EmbeddedServer, folder: string) => {
      if (first === undefined) {
        await command(["migrate"], folder, [server]);
      } else {
        await addCell(first, server, cell);
      }
    };
    const next = await openEnvironment(
      settings,
      cells === 1 ? undefined : prepare,
      first === undefined ? dataFolder : undefined,
    );
    environments.push(next);
    opened(next);
  }
  return environments;
}

/** Adds an empty database to a program, as an administrator does. */
async function addCell(first: Environment, server: EmbeddedServer, cell: number): Promise<void> {
  const inside = new URL(server.superuserUrl);
  inside.pathname = new URL(server.ownerUrl).pathname;
  const sql = postgres(inside.href, { max: 1, onnotice: () => undefined });
  try {
    const owner = new URL(server.ownerUrl).username;
    await sql.unsafe("create extension postgres_fdw");
    await sql.unsafe(`grant usage on foreign data wrapper postgres_fdw to ${owner}`);
  } finally {
    await sql.end({ timeout: 5 });
  }
  const directory = first.server.appUrl;
  await command(
    ["cells", "add", "--number", String(cell), "--directory", directory],
    first.folder,
    [first.server, server],
  );
}

/** Runs a command of Tessera as the owner of the databases. */
async function command(
  args: readonly string[],
  folder: string,
  servers: readonly EmbeddedServer[],
): Promise<void> {
  await run(process.execPath, [COMMANDS, ...args], {
    env: {
      ...process.env,
      TESSERA_MODE: "sandbox",
      TESSERA_KEY_FILE: path.join(folder, "tessera.key"),
      DATA_DIR: folder,
      CELLS: servers.map(({ ownerUrl }, index) => `${index + 1}=${ownerUrl}`).join(" "),
    },
  });
}

/** Opens funded cards in a cell. */
export async function openCards(
  environment: Environment,
  { address, cards, cell }: { address: string; cards: number; cell: number },
): Promise<Caller[]> {
  const ledger = createLedger({ db: environment.db });
  try {
    const subjects = await openPopulation(environment, ledger, cards);
    await loadMovements(ledger, subjects, 0);
    const callers = await openCallers(environment.owner, address, subjects, cell + 1);
    await fundCards(ledger, callers);
    await letSessionsLast(environment);
    return callers;
  } finally {
    await ledger.close();
  }
}

/** Lets sessions last, because the clock is moved by years. */
export async function letSessionsLast({ owner }: Environment): Promise<void> {
  await owner`
    update session set expires_at = now() + interval '20 years', idle_seconds = 630720000`;
}
