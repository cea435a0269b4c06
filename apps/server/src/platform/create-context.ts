import { LEGAL_VERSIONS, type LegalVersions } from "@tessera/contract/identity/legal-versions";
import { type Database, openDatabase } from "@tessera/database";
import { createLedger } from "@tessera/ledger";
import type { Kysely } from "kysely";
import { Registry } from "prom-client";
import { auditedLedger } from "./audit/audited-ledger.ts";
import { type Clock, MovableClock, systemClock } from "./clock.ts";
import type { Config } from "./config/config.ts";
import type { AppContext } from "./context.ts";
import { createKeys } from "./crypto/keys.ts";
import { createPersonKeys } from "./crypto/person-keys.ts";
import { createDirectory } from "./directory/directory.ts";
import { createEvents } from "./events/events.ts";
import { RequestOrigins } from "./http/request-origins.ts";
import { startJobs } from "./jobs/jobs.ts";
import { restoreSandboxClock } from "./sandbox-clock.repository.ts";
import { replaceService, useService } from "./service.ts";
import { observeLedger } from "./telemetry/ledger-measures.ts";
import type { Logger } from "./telemetry/logger.ts";
import { metricsRegistry } from "./telemetry/metrics.ts";
import { startTelemetry } from "./telemetry/start-telemetry.ts";
import { traceJobs } from "./telemetry/traced-jobs.ts";
import { traceLedger } from "./telemetry/traced-ledger.ts";

interface ContextSource {
  readonly config: Config;
  readonly log: Logger;
  /** The root key, or a function that returns the current root keys. */
  readonly rootKey: Parameters<typeof createKeys>[0];
  /** The database URL for the application's role. */
  readonly databaseUrl: string;
  readonly maxConnections?: number;
  /** Maximum time in milliseconds to wait for a connection while all connections are in use. */
  readonly acquireTimeoutMs?: number;
  /**
   * The versions of the legal texts, or a function that reads them from the database; defaults to
   * {@link LEGAL_VERSIONS}.
   */
  readonly legalVersions?:
    | LegalVersions
    | ((db: Kysely<object>, now: Date) => Promise<LegalVersions>);
}

/** A context that can be closed. */
export interface OpenContext {
  readonly context: AppContext;
  /**
   * Drains the ledger's queue and the job queue, closes the database, and exports the remaining
   * spans.
   */
  close(): Promise<void>;
}

/** Creates a context with all services that operations need. The schema must be up to date. */
export async function createContext(source: ContextSource): Promise<OpenContext> {
  const { config, log, rootKey, databaseUrl, legalVersions: versions = LEGAL_VERSIONS } = source;
  const telemetry = await startTelemetry(config.traces, log);
  const db: Database<object> = openDatabase({
    url: databaseUrl,
    onStatement: telemetry.onStatement,
    ...(source.maxConnections !== undefined && { maxConnections: source.maxConnections }),
    ...(source.acquireTimeoutMs !== undefined && { acquireTimeoutMs: source.acquireTimeoutMs }),
  });
  const clock: Clock = config.mode === "sandbox" ? new MovableClock() : systemClock;
  if (clock instanceof MovableClock) {
    await restoreSandboxClock(db, clock);
  }
  const legalVersions =
    typeof versions === "function" ? await versions(db.kysely, clock.now()) : versions;
  const keys = createKeys(rootKey);
  const origins = new RequestOrigins();
  const registry = new Registry();
  const { aroundBatch, trace } = traceLedger(telemetry);
  const books = createLedger({
    db,
    clock: config.mode === "sandbox" ? clock : undefined,
    aroundBatch,
    observer: observeLedger(registry),
  });
  const personKeys = createPersonKeys(() => keys);
  const directory = createDirectory(keys, config.cell);
  const ledger = auditedLedger(trace(books), { clock, personKeys, db, origins });
  const jobs = traceJobs(telemetry, await startJobs(databaseUrl, log, db.kysely));
  const events = createEvents(db, log);
  const platform = { config, db, clock, log, keys, personKeys, jobs, legalVersions, telemetry };
  const context: AppContext = Object.freeze({
    ...platform,
    ...{ ledger, directory, events, origins, use: useService },
  });
  replaceService(context, metricsRegistry, registry);
  return {
    context,
    async close() {
      await jobs.stop();
      await ledger.close();
      await db.close();
      await telemetry.close();
    },
  };
}
