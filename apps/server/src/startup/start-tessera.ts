import type { EmbeddedServer } from "@tessera/database/embedded";
import { removeSandboxLines } from "../cards/products/index.ts";
import { seedDemo } from "../operations/seed/seed-demo.ts";
import { type Config, configOfCell, readConfig } from "../platform/config/config.ts";
import { requireServerSettings } from "../platform/config/server-settings.ts";
import type { AppContext } from "../platform/context.ts";
import { followKeyFile, loadRootKey } from "../platform/crypto/root-key.ts";
import { type DemoSignIn, startFacts, startPage } from "../platform/http/start-page.ts";
import { createLogger, type Logger } from "../platform/telemetry/logger.ts";
import { startBackgroundWork } from "./background-work.ts";
import { type BuiltCells, buildCells } from "./cells/build-cells.ts";
import { namingCell } from "./cells/naming-cell.ts";
import { type OpenCell, openCell } from "./cells/open-cell.ts";
import { registerCells } from "./cells/register-cells.ts";
import { explainStartFailure } from "./explain-start-failure.ts";
import { type DatabaseServer, openDatabaseServer } from "./open-database-server.ts";
import { seedOnFirstStart } from "./seed-on-first-start.ts";
import { type Running, stopOnSignals } from "./stop-tessera.ts";

/** The log message for when Tessera starts responding to requests. */
const STARTED = "Tessera is running";
function warnOfMovedData(embedded: EmbeddedServer | undefined, log: Logger): void {
  if (embedded?.location.movedBecause !== undefined) {
    const { dataDir, movedBecause } = embedded.location;
    log.warn({ dataDir, reason: movedBecause }, "the database is stored elsewhere");
  }
}

function keepRunning(embedded: EmbeddedServer | undefined, log: Logger): void {
  embedded?.keepRunning(({ error, tookMs }) => {
    if (error === undefined) {
      log.warn({ tookMs }, "PostgreSQL had stopped and was restarted");
    } else {
      log.error({ err: error, tookMs }, "PostgreSQL had stopped and could not be restarted");
    }
  });
}

/** Returns the databases to serve: those of `CELLS`, or the configured or embedded one. */
async function openDatabases(config: Config): Promise<readonly DatabaseServer[]> {
  return config.cells.length > 1
    ? config.cells.map(({ cell, databaseUrl: url }) => ({
        ...{ appUrl: url, ownerUrl: url, embedded: undefined },
        config: configOfCell(config, { cell, databaseUrl: url }),
      }))
    : [await openDatabaseServer(config)];
}

async function run(given: Config, log: Logger): Promise<Running> {
  const databases = await openDatabases(given);
  const [{ embedded, config } = { embedded: undefined, config: given }] = databases;
  const cells: OpenCell[] = [];
  try {
    warnOfMovedData(embedded, log);
    keepRunning(embedded, log);
    const rootKey = followKeyFile(config, await loadRootKey(config), (error) =>
      log.error({ err: error }, "the key file cannot be read; the previous keys stay in use"),
    );
    for (const database of databases) {
      const opened = () => openCell({ ...database, log, rootKey });
      cells.push(
        databases.length > 1 ? await namingCell(database.config.cell, opened) : await opened(),
      );
    }
    const contexts = cells.map(({ open }) => open.context);
    const known = await registerCells(
      contexts.map((context) => ({ cell: context.config.cell, db: context.db })),
    );
    warnOfUnserved(given, known, log);
    const built = await buildCells(
      cells.map(({ open, practice }) => ({ context: open.context, options: { practice } })),
      known,
    );
    // After the cells know each other, so that the demo's cards get numbers of their cell's ranges.
    const signIns = await fill(contexts);
    for (const context of contexts) {
      await startBackgroundWork(context);
      await context.jobs.startHourly();
    }
    await listen(config, log, { built, signIns });
    return { config, built, cells, embedded };
  } catch (error) {
    await Promise.all(cells.map((cell) => cell.close()));
    await embedded?.stop();
    throw error;
  }
}

/** Seeds a new sandbox. Of several cells, the first one gets the demo data. */
async function fill(contexts: readonly AppContext[]): Promise<readonly DemoSignIn[]> {
  for (const context of contexts) {
    await removeSandboxLines(context);
  }
  const [first] = contexts;
  // Seeds before any job starts: jobs expire holds and deposits by today's clock, and the demo
  // data lies in the past.
  return first === undefined ? [] : seedOnFirstStart(first, seedDemo);
}

function warnOfUnserved(
  { cell, cells, cellServers }: Config,
  known: ReadonlySet<number>,
  log: Logger,
): void {
  const served = new Set([cell, ...cells.map((one) => one.cell), ...cellServers.keys()]);
  const missing = [...known].filter((one) => !served.has(one));
  if (missing.length > 0) {
    log.warn({ cells: missing }, "neither CELLS nor CELL_SERVERS names these cells");
  }
  const unlisted = [...cellServers.keys()].filter((one) => !known.has(one));
  if (unlisted.length > 0) {
    log.warn({ cells: unlisted }, "CELL_SERVERS names cells that the program does not list");
  }
}

async function listen(
  config: Config,
  log: Logger,
  { built, signIns }: { readonly built: BuiltCells; readonly signIns: readonly DemoSignIn[] },
): Promise<void> {
  const address = await built.apps[0]?.server.listen({
    host: config.host,
    port: config.port,
    listenTextResolver: (bound) => `listening at ${bound}`,
  });
  if (config.log.pretty) {
    process.stdout.write(startPage(config, address ?? "", signIns));
  } else {
    log.info(startFacts(config, address ?? ""), STARTED);
  }
}

/** Starts Tessera with these settings and keeps it running until a signal. */
export async function startTessera(
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  try {
    const config = readConfig(env);
    requireServerSettings(config);
    const log = createLogger(config.log);
    process.on("unhandledRejection", (error) =>
      log.error({ err: error }, "a rejected promise was not handled"),
    );
    const starting = run(config, log);
    stopOnSignals(starting, config, log);
    await starting;
  } catch (error) {
    const message = explainStartFailure(error, env.HOST);
    if (message === undefined) {
      throw error;
    }
    process.stderr.write(`${message}\n`);
    process.exit(1);
  }
}
