import { fileURLToPath } from "node:url";
import type { Endpoint } from "@tessera/contract/endpoint";
import type { FastifyInstance } from "fastify";
import serverPackage from "../package.json" with { type: "json" };
import { registerCaseHandler } from "./back-office/cases/index.ts";
import { registerQueue } from "./back-office/dashboard/index.ts";
import { migrations } from "./db/migrations.ts";
import { createApiKeys } from "./identity/api-keys/index.ts";
import {
  createOperatorsOfCells,
  registerAccessLossHandler,
  registerProposalHandler,
} from "./identity/operators/index.ts";
import { createAuthenticator } from "./identity/sessions/index.ts";
import { MODULES } from "./modules.ts";
import { registerStopHandler } from "./money-movement/payouts/index.ts";
import type { RequestDirections } from "./platform/cells/direct-requests.ts";
import type { AppContext } from "./platform/context.ts";
import { eventStreams } from "./platform/events/event-stream.ts";
import { registerHealthRoutes } from "./platform/http/health.routes.ts";
import { createHttpServer } from "./platform/http/http-server.ts";
import { provideRouting } from "./platform/http/route.ts";
import { createRouting } from "./platform/http/routing.ts";
import { registerMcp } from "./platform/mcp/mcp.routes.ts";
import { registerReference } from "./platform/openapi/reference.ts";
import type { AdmissionLimits } from "./platform/overload/admission-queue.ts";
import type { ArrivalLimits } from "./platform/overload/request-arrival.ts";
import { replaceService } from "./platform/service.ts";
import { PLATFORM_FIGURES } from "./platform/telemetry/database-figures.ts";
import { registerMetrics } from "./platform/telemetry/metrics.ts";
import { traceRequests } from "./platform/telemetry/trace-requests.ts";
import { type PracticeBooks, practiceBooks } from "./simulator/scenarios/index.ts";

const WEB_ROOT = fileURLToPath(new URL("../../web/dist", import.meta.url));

export interface App {
  readonly server: FastifyInstance;
  /** The endpoints that this app serves. */
  readonly endpoints: readonly Endpoint[];
  /** Ends open event streams, which would otherwise keep the server from stopping. */
  closeStreams(): void;
}

interface AppOptions {
  /** The simulator's separate ledger. Without it, simulator calls get a 503 response. */
  readonly practice?: PracticeBooks;
  readonly webRoot?: string;
  /** Timeouts for receiving requests. */
  readonly arrival?: ArrivalLimits;
  /** Event-loop delay, in milliseconds, above which calls are rejected. 0 means no limit. */
  readonly maxEventLoopDelayMs?: number;
  /**
   * Maximum number of calls that run at the same time, and how long other calls wait for a slot.
   */
  readonly admission?: AdmissionLimits;
  /** Where to send requests that belong to other cells; undefined if there are none. */
  readonly directions?: RequestDirections;
}

/** Registers request tracing, request counters and the metrics endpoint. */
function registerTelemetry(app: FastifyInstance, context: AppContext): void {
  const { config, telemetry } = context;
  traceRequests(app, telemetry, config.trustedProxies);
  for (const instrument of MODULES.flatMap((module) => module.instruments ?? [])) {
    context.use(instrument);
  }
  const gauges = MODULES.flatMap((module) => module.gauges ?? []);
  const figures = [...PLATFORM_FIGURES, ...MODULES.flatMap((module) => module.figures ?? [])];
  registerMetrics(app, context, {
    gauges: gauges.map((gaugeOf) => gaugeOf(context)),
    figures: figures.map((figuresOf) => figuresOf(context)),
    build: { version: serverPackage.version, mode: config.mode },
  });
}

/** Registers each module's handlers and queues with the modules that call them. */
function registerHandlers(context: AppContext): void {
  for (const module of MODULES) {
    for (const handler of module.caseHandlers ?? []) {
      registerCaseHandler(context, handler);
    }
    for (const handler of module.proposalHandlers ?? []) {
      registerProposalHandler(context, handler);
    }
    for (const handler of module.accessLossHandlers ?? []) {
      registerAccessLossHandler(context, handler);
    }
    for (const stop of module.stopHandlers ?? []) {
      registerStopHandler(context, stop);
    }
    for (const queue of module.queues ?? []) {
      registerQueue(context, queue);
    }
  }
}

/**
 * Builds the app without listening and without starting background work (see
 * `startBackgroundWork`). Tests can inject requests into it.
 */
export async function buildApp(context: AppContext, options: AppOptions = {}): Promise<App> {
  const { config, log } = context;
  const { webRoot = WEB_ROOT, practice, ...limits } = options;
  const apiKeys = createApiKeys(context);
  const { revokeExposed } = apiKeys;
  const { app } = await createHttpServer({ config, log, webRoot, revokeExposed, ...limits });
  const endpoints: Endpoint[] = [];
  const identity = {
    authenticator: createAuthenticator(context),
    operators: createOperatorsOfCells(context),
    apiKeys,
  };
  provideRouting(context, createRouting(context, identity, endpoints));
  replaceService(context, practiceBooks, practice);

  context.origins.follow(app);
  registerTelemetry(app, context);
  registerHealthRoutes(app, context, migrations);
  registerHandlers(context);
  for (const { routes = [] } of MODULES) {
    for (const register of routes) {
      register(app, context);
    }
  }
  registerMcp(app, context);
  await registerReference(app, context, endpoints);

  await app.ready();
  return { server: app, endpoints, closeStreams: () => context.use(eventStreams).close() };
}
