import { setTimeout as sleep } from "node:timers/promises";
import type { EmbeddedServer } from "@tessera/database/embedded";
import { type App, buildApp } from "../app.ts";
import { stopHeartbeat } from "../authorization/requests/index.ts";
import { removeSandboxLines } from "../cards/products/index.ts";
import { seedDemo } from "../operations/seed/seed-demo.ts";
import { type Config, readConfig, requireServerSettings } from "../platform/config/config.ts";
import { createContext, type OpenContext } from "../platform/create-context.ts";
import { requireRootKey } from "../platform/crypto/require-root-key.ts";
import { followKeyFile, loadRootKey } from "../platform/crypto/root-key.ts";
import { startFacts, startPage } from "../platform/http/start-page.ts";
import { createLogger, type Logger } from "../platform/telemetry/logger.ts";
import { createPracticeBooks, type PracticeBooks } from "../simulator/scenarios/index.ts";
import { startBackgroundWork } from "./background-work.ts";
import { explainStartFailure } from "./explain-start-failure.ts";
import { openDatabaseServer } from "./open-database-server.ts";
import {
  practiceSourceOf,
  preparePracticeDatabase,
  requirePracticeDatabase,
  requirePracticeRole,
} from "./practice-database.ts";
import { requireSchema } from "./require-schema.ts";
import { seedOnFirstStart } from "./seed-on-first-start.ts";

/** The log message for when Tessera starts responding to requests. */
const STARTED = "Tessera is running";
/**
 * How long to wait for a database connection, in ms: the same as the longest time that the most
 * urgent call may wait for a slot, since a later response would be useless.
 */
const ACQUIRE_TIMEOUT_MS = 2_000;
/** Maximum duration of a shutdown in milliseconds, once the server no longer answers. */
const STOP_TIMEOUT_MS = 10_000;
/** Time left to stop PostgreSQL, in milliseconds, if the shutdown took too long. */
const GIVE_UP_MS = 5_000;

interface Running {
  readonly config: Config;
  readonly app: App;
  readonly open: OpenContext;
  readonly practice: PracticeBooks;
  readonly embedded: EmbeddedServer | undefined;
}

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

async function run(given: Config, log: Logger): Promise<Running> {
  const { appUrl, ownerUrl, embedded, config } = await openDatabaseServer(given);
  let open: OpenContext | undefined;
  try {
    warnOfMovedData(embedded, log);
    keepRunning(embedded, log);
    const rootKey = followKeyFile(config, await loadRootKey(config), (error) =>
      log.error({ err: error }, "the key file cannot be read; the previous keys stay in use"),
    );
    const ran = await requireSchema({ appUrl, ownerUrl, config });
    log.info({ migrations: ran }, "the schema is up to date");
    const practiceSource = practiceSourceOf({ appUrl, ownerUrl, config });
    if (config.mode === "live") {
      await requirePracticeRole(practiceSource, (error) =>
        log.warn({ err: error }, "the practice database cannot be reached"),
      );
    }
    open = await createContext({
      config,
      log,
      rootKey,
      databaseUrl: appUrl,
      acquireTimeoutMs: ACQUIRE_TIMEOUT_MS,
    });
    await requireRootKey(config, open.context);
    await removeSandboxLines(open.context);
    // Seeds before any job starts: jobs expire holds and deposits by today's clock, and the demo
    // data lies in the past.
    const signIns = await seedOnFirstStart(open.context, seedDemo);
    const practice = createPracticeBooks(open.context, () =>
      config.mode === "live"
        ? requirePracticeDatabase(practiceSource)
        : preparePracticeDatabase(practiceSource),
    );
    const app = await buildApp(open.context, { practice });
    await startBackgroundWork(open.context);
    await open.context.jobs.startHourly();
    const address = await app.server.listen({
      host: config.host,
      port: config.port,
      listenTextResolver: (bound) => `listening at ${bound}`,
    });
    if (config.log.pretty) {
      process.stdout.write(startPage(config, address, signIns));
    } else {
      log.info(startFacts(config, address), STARTED);
    }
    return { config, app, open, practice, embedded };
  } catch (error) {
    await open?.close();
    await embedded?.stop();
    throw error;
  }
}

/**
 * Answers for another `DRAIN_SECONDS` without being ready, then rejects new requests, finishes
 * those in progress, and closes everything, PostgreSQL last. Errors do not prevent the remaining
 * steps.
 */
async function stop(running: Running, log: Logger): Promise<void> {
  const { config, app, open, practice, embedded } = running;
  const startMs = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startMs);
  try {
    app.server.leaving.isAnnounced = true;
    await sleep(config.drainMs);
    app.closeStreams();
    await app.server.close();
    const answeredMs = elapsedMs();
    await stopHeartbeat(open.context);
    await Promise.all([open.close(), practice.close()]);
    log.debug({ answeredMs, drainedMs: elapsedMs() }, "drained");
  } finally {
    await embedded?.stop();
  }
  log.debug({ stoppedMs: elapsedMs() }, "stopped");
}

/**
 * Ends a process whose shutdown took too long. Stops PostgreSQL first, which would otherwise
 * outlive the process.
 */
async function giveUp(starting: Promise<Running>, log: Logger): Promise<never> {
  log.error("the shutdown took too long");
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, GIVE_UP_MS, undefined));
  try {
    const running = await Promise.race([starting, late]);
    await Promise.race([running?.embedded?.stop(), late]);
  } catch (error) {
    log.error({ err: error }, "PostgreSQL did not stop");
  }
  process.exit(1);
}

/** Shuts down on the first signal, even during startup. Exits on the second. */
function stopOnSignals(starting: Promise<Running>, { drainMs }: Config, log: Logger): void {
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) {
      process.exit(1);
    }
    isStopping = true;
    setTimeout(() => void giveUp(starting, log), drainMs + STOP_TIMEOUT_MS).unref();
    starting
      .then((running) => stop(running, log))
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, "the shutdown failed");
          process.exit(1);
        },
      );
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
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
