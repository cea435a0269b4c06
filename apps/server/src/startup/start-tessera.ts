import type { EmbeddedServer } from "@tessera/database/embedded";
import { buildApp } from "../app.ts";
import { removeSandboxLines } from "../cards/products/index.ts";
import { seedDemo } from "../operations/seed/seed-demo.ts";
import { type Config, readConfig, requireServerSettings } from "../platform/config/config.ts";
import { createContext, type OpenContext } from "../platform/create-context.ts";
import { requireRootKey } from "../platform/crypto/require-root-key.ts";
import { followKeyFile, loadRootKey } from "../platform/crypto/root-key.ts";
import { startFacts, startPage } from "../platform/http/start-page.ts";
import { createLogger, type Logger } from "../platform/telemetry/logger.ts";
import { createPracticeBooks } from "../simulator/scenarios/index.ts";
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
import { type Running, stopOnSignals } from "./stop-tessera.ts";

/** The log message for when Tessera starts responding to requests. */
const STARTED = "Tessera is running";
/**
 * How long to wait for a database connection, in ms: the same as the longest time that the most
 * urgent call may wait for a slot, since a later response would be useless.
 */
const ACQUIRE_TIMEOUT_MS = 2_000;

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
