import { dirname, join } from "node:path";
import { assertDurable, migrate, NotDurableError, openDatabase } from "@tessera/database";
import { type EmbeddedServer, startEmbeddedServer } from "@tessera/database/embedded";
import { type App, buildApp } from "./app.ts";
import { migrations } from "./migrations/index.ts";
import { type Config, ConfigError, readConfig } from "./platform/config.ts";
import { createContext, type OpenContext } from "./platform/create-context.ts";
import { createLogger, type Logger } from "./platform/logger.ts";
import { requireRootKey } from "./platform/require-root-key.ts";
import { keepKeyBeside, loadRootKey } from "./platform/root-key.ts";
import { startPage } from "./platform/start-page.ts";
import { seedDemo } from "./seed/seed-demo.ts";
import { seedOnFirstStart } from "./seed-on-first-start.ts";

/** All of a stop: draining, then PostgreSQL. */
const STOP_TIMEOUT_MS = 10_000;

interface Running {
  readonly app: App;
  readonly open: OpenContext;
  readonly embedded: EmbeddedServer | undefined;
}

interface DatabaseAddresses {
  readonly appUrl: string;
  readonly ownerUrl: string;
  readonly embedded: EmbeddedServer | undefined;
}

async function openServer(config: Config, log: Logger): Promise<DatabaseAddresses> {
  if (config.databaseUrl !== undefined) {
    const ownerUrl = config.databaseOwnerUrl ?? config.databaseUrl;
    return { appUrl: config.databaseUrl, ownerUrl, embedded: undefined };
  }
  const embedded = await startEmbeddedServer({ dataDir: join(config.dataDir, "postgres") });
  const { dataDir, movedBecause } = embedded.location;
  if (movedBecause !== undefined) {
    log.warn({ dataDir, reason: movedBecause }, "the database lies elsewhere");
  }
  return { appUrl: embedded.appUrl, ownerUrl: embedded.ownerUrl, embedded };
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

/** The settings, knowing where the embedded database came to lie. */
async function settle(given: Config, embedded: EmbeddedServer | undefined): Promise<Config> {
  return embedded?.location.movedBecause === undefined
    ? given
    : keepKeyBeside(given, dirname(embedded.location.dataDir));
}

async function run(given: Config, log: Logger): Promise<Running> {
  const { appUrl, ownerUrl, embedded } = await openServer(given, log);
  let open: OpenContext | undefined;
  try {
    const config = await settle(given, embedded);
    const rootKey = await loadRootKey(config);
    await requireDurable(appUrl);
    const ran = await migrate({ ownerUrl, migrations });
    log.info({ migrations: ran.length }, "the schema is up to date");
    open = await createContext({ config, log, rootKey, databaseUrl: appUrl });
    await requireRootKey(config, open.context);
    // Before anything runs that expires holds and deposits by today's clock: the seed lives in the
    // past.
    const signIns = await seedOnFirstStart(open.context, seedDemo);
    const app = await buildApp(open.context);
    const address = await app.server.listen({
      host: config.host,
      port: config.port,
      listenTextResolver: (bound) => `listening at ${bound}`,
    });
    process.stdout.write(startPage(config, address, signIns));
    return { app, open, embedded };
  } catch (error) {
    await open?.close();
    await embedded?.stop();
    throw error;
  }
}

/** Takes nothing new, finishes what runs, and lets go of everything, PostgreSQL last. */
async function stop({ app, open, embedded }: Running, log: Logger): Promise<void> {
  const startMs = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startMs);
  app.closeStreams();
  await app.server.close();
  const answeredMs = elapsedMs();
  await open.close();
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
