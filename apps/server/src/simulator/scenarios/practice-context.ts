import { createLedger } from "@tessera/ledger";
import { auditedLedger } from "../../platform/audit/audited-ledger.ts";
import type { StandingClock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config/config.ts";
import type { AppContext, Db } from "../../platform/context.ts";
import type { Events } from "../../platform/events/events.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";

/** A job queue that does nothing, since the simulator sends no email and runs no deferred work. */
const NO_JOBS: Jobs = {
  enqueue: async () => undefined,
  work: async () => undefined,
  every: () => undefined,
  hourly: () => undefined,
  startHourly: async () => undefined,
  stop: async () => undefined,
};

/** Event handling that does nothing, since the simulator has no listeners. */
const NO_EVENTS: Events = {
  publish: async () => undefined,
  publishToRoles: async () => undefined,
  isHeard: async () => false,
  announce: async () => undefined,
  listen: () => () => undefined,
  missedSince: async () => undefined,
  newestId: async () => 0n,
  pump: async () => undefined,
};

/** The simulator's providers: one for simulated cards, and none for deposits or withdrawals. */
const NO_PROVIDERS = {
  issuer: { provider: "none" },
  network: { provider: "none" },
  chain: { provider: "none" },
  payout: { provider: "none" },
} as const satisfies Partial<Config>;

/**
 * Creates a context for the simulator, with a separate database, the clock of one simulation, and
 * no external services. Internal services (rule sets, messages in progress) are never shared with
 * the real context. Data that the process keeps per customer is shared, but a simulated customer
 * has a different id.
 */
export function practiceContext(live: AppContext, db: Db, clock: StandingClock): AppContext {
  const { personKeys } = live;
  return {
    config: { ...live.config, ...NO_PROVIDERS },
    db,
    clock,
    ledger: auditedLedger(createLedger({ db, clock }), { clock, personKeys, db }),
    log: live.log,
    keys: live.keys,
    personKeys,
    directory: live.directory,
    jobs: NO_JOBS,
    events: NO_EVENTS,
    origins: live.origins,
    legalVersions: live.legalVersions,
    telemetry: live.telemetry,
    use: live.use,
  };
}
