import { assertDurable, migrate, NotDurableError, openDatabase } from "@tessera/database";
import type { EmbeddedServer } from "@tessera/database/embedded";
import { type App, buildApp } from "./app.ts";
import { startBackgroundWork } from "./background-work.ts";
import { migrations } from "./migrations/index.ts";
import { createPracticeBooks, type PracticeBooks } from "./modules/practice/index.ts";
import { openDatabaseServer } from "./open-database-server.ts";
import { type Config, ConfigError, readConfig } from "./platform/config.ts";
import { createContext, type OpenContext } from "./platform/create-context.ts";
import { createLogger, type Logger } from "./platform/logger.ts";
import { requireRootKey } from "./platform/require-root-key.ts";
import { followKeyFile, loadRootKey } from "./platform/root-key.ts";
import { startPage } from "./platform/start-page.ts";
import { preparePracticeDatabase } from "./practice-database.ts";
import { seedDemo } from "./seed/seed-demo.ts";
import { seedOnFirstStart } from "./seed-on-first-start.ts";

/** All of a stop: draining, then PostgreSQL. */
const STOP_TIMEOUT_MS = 10_000;

interface Running {
  readonly app: App;
  readonly open: OpenContext;
  readonly practice: PracticeBooks;
  readonly embedded: EmbeddedServer | undefined;
}

/** Live never runs on a server that may lose money; the sandbox's own is always durable. */
async function requireDurable(appUrl: string): Promise<void> {
  const db = openDatabase<object>({ url: appUrl, maxConnections: 3 });
  try {
    await assertDurable(db.sql);
  } finally {
    await db.close();
  }
}

function warnOfMovedData(embedded: EmbeddedServer | undefined, log: Logger): void {
  if (embedded?.location.movedBecause !== undefined) {
    const { dataDir, movedBecause } = embedded.location;
    log.warn({ dataDir, reason: movedBecause }, "the database lies elsewhere");
  }
}

async function run(given: Config, log: Logger): Promise<Running> {
  const { appUrl, ownerUrl, embedded, config } = await openDatabaseServer(given);
  let open: OpenContext | undefined;
  try {
    warnOfMovedData(embedded, log);
    const rootKey = followKeyFile(config, await loadRootKey(config));
    await requireDurable(appUrl);
    const ran = await migrate({ ownerUrl, migrations });
    log.info({ migrations: ran.length }, "the schema is up to date");
    open = await createContext({ config, log, rootKey, databaseUrl: appUrl });
    await requireRootKey(config, open.context);
    // Before anything runs that expires holds and deposits by today's clock: the seed lives in the
    // past.
    const signIns = await seedOnFirstStart(open.context, seedDemo);
    const { practiceDatabaseUrl: practiceUrl } = config;
    const practice = createPracticeBooks(open.context, () =>
      preparePracticeDatabase({ appUrl, ownerUrl, practiceUrl }),
    );
    const app = await buildApp(open.context, { practice });
    await startBackgroundWork(open.context);
    const address = await app.server.listen({
      host: config.host,
      port: config.port,
      listenTextResolver: (bound) => `listening at ${bound}`,
    });
    process.stdout.write(startPage(config, address, signIns));
    return { app, open, practice, embedded };
  } catch (error) {
    await open?.close();
    await embedded?.stop();
    throw error;
  }
}

/** Takes nothing new, finishes what runs, and lets go of everything, PostgreSQL last. */
async function stop({ app, open, practice, embedded }: Running, log: Logger): Promise<void> {
  const startMs = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startMs);
  app.closeStreams();
  await app.server.close();
  const answeredMs = elapsedMs();
  await Promise.all([open.close(), practice.close()]);
  const drainedMs = elapsedMs();
  await embedded?.stop();
  log.debug({ answeredMs, drainedMs, stoppedMs: elapsedMs() }, "stopped");
}

/** Stops on the first signal, also one that comes while Tessera starts; dies on the second. */
function stopOnSignals(starting: Promise<Running>, log: Logger): void {
  let isStopping = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (isStopping) {
      process.exit(1);
    }
    isStopping = true;
    setTimeout(() => {
      log.error({ signal }, "the stop took too long");
      process.exit(1);
    }, STOP_TIMEOUT_MS).unref();
    starting
      .then((running) => stop(running, log))
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, "the stop failed");
          process.exit(1);
        },
      );
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
}

function explain(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof NotDurableError) {
    return error.message;
  }
  if (error instanceof Error && "code" in error && "port" in error) {
    if (error.code === "EADDRINUSE") {
      return `Port ${error.port} is in use. Stop what uses it, or set PORT to another one.`;
    }
    if (error.code === "EACCES") {
      return `Port ${error.port} is not allowed for this user. Set PORT to one above 1023.`;
    }
  }
  return undefined;
}

/** Starts Tessera on the given settings and keeps it running until a signal. */
export async function startTessera(
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  try {
    const config = readConfig(env);
    const log = createLogger(config.log);
    process.on("unhandledRejection", (error) => log.error({ err: error }, "a promise was lost"));
    const starting = run(config, log);
    stopOnSignals(starting, log);
    await starting;
  } catch (error) {
    const message = explain(error);
    if (message === undefined) {
      throw error;
    }
    process.stderr.write(`${message}\n`);
    process.exit(1);
  }
}
