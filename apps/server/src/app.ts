import { fileURLToPath } from "node:url";
import type { Endpoint } from "@tessera/contract/endpoint";
import type { FastifyInstance } from "fastify";
import { registerNetworkRoutes } from "./adapters/card-network/sandbox/index.ts";
import { registerStripeIssuingRoutes } from "./adapters/card-network/stripe/index.ts";
import { MAIL_QUEUE, registerMailRoutes } from "./adapters/mail/index.ts";
import { providers } from "./adapters/providers/registry.ts";
import { heldPaymentsQueue, registerRiskRoutes } from "./authorization/approvals/index.ts";
import { watchUnreadable } from "./authorization/rule-sets/index.ts";
import { registerStrategiesRoutes } from "./authorization/rules/index.ts";
import {
  countUnmatched,
  registerUnmatchedRoutes,
  unmatchedQueue,
} from "./authorization/unmatched/index.ts";
import { registerAnnouncementsRoutes } from "./back-office/announcements/index.ts";
import { registerLogsRoutes } from "./back-office/audit-log/index.ts";
import {
  casesQueue,
  registerCaseHandler,
  registerOperatorReviewsRoutes,
  registerReviewsRoutes,
} from "./back-office/cases/index.ts";
import {
  correctionsQueue,
  factorResetCases,
  registerCustomersRoutes,
} from "./back-office/customers/index.ts";
import { jobQueueReader, registerBoardRoutes } from "./back-office/dashboard/index.ts";
import { registerOfferingRoutes } from "./back-office/offering/index.ts";
import { registerProgrammeRoutes } from "./back-office/program/index.ts";
import {
  conversationsQueue,
  registerSupportDeskRoutes,
  registerSupportRoutes,
} from "./back-office/support/index.ts";
import { applicationCases, registerIssuingRoutes } from "./cards/applications/index.ts";
import { registerCardsRoutes } from "./cards/funding/index.ts";
import { migrations } from "./db/migrations.ts";
import { registerAccountClosingRoutes } from "./identity/account-closing/index.ts";
import {
  emailChangeCases,
  registerEmailChangeRoutes,
  stopEmailChanges,
} from "./identity/email-change/index.ts";
import { registerEventRoutes } from "./identity/event-stream/index.ts";
import { registerLegalRoutes } from "./identity/legal/index.ts";
import { registerMyDataRoutes } from "./identity/my-data/index.ts";
import { registerOperatorsRoutes } from "./identity/operators/index.ts";
import { registerAccountsRoutes } from "./identity/profile/index.ts";
import { registerAuthenticatorRoutes } from "./identity/second-factor/index.ts";
import { securityHoldsQueue } from "./identity/security-hold/index.ts";
import { createAuthenticator } from "./identity/sessions/index.ts";
import { registerBillsRoutes } from "./insights/bills/index.ts";
import { registerOutlookRoutes } from "./insights/forecast/index.ts";
import { registerInsightRoutes } from "./insights/risk-insight/index.ts";
import { registerFiguresRoutes } from "./insights/spending/index.ts";
import { registerReconciliationRoutes } from "./insights/statements/index.ts";
import { depositCases } from "./money-movement/deposits/index.ts";
import { registerWalletRoutes } from "./money-movement/holdings/index.ts";
import {
  countStrangePayouts,
  registerStopHandler,
  registerWithdrawalsRoutes,
  withdrawalCases,
  withdrawalsQueue,
} from "./money-movement/payouts/index.ts";
import type { AppContext } from "./platform/context.ts";
import { EventStreams } from "./platform/events/event-stream.ts";
import { registerHealthRoutes } from "./platform/http/health.routes.ts";
import { createHttpServer } from "./platform/http/http-server.ts";
import { provideRouting } from "./platform/http/route.ts";
import { createRouting } from "./platform/http/routing.ts";
import { registerReference } from "./platform/openapi/reference.ts";
import type { AdmissionLimits } from "./platform/overload/admission-queue.ts";
import type { ArrivalLimits } from "./platform/overload/request-arrival.ts";
import { registerMetrics } from "./platform/telemetry/metrics.ts";
import { traceRequests } from "./platform/telemetry/trace-requests.ts";
import { registerSandboxClockRoutes } from "./simulator/clock/index.ts";
import {
  NO_PRACTICE,
  type PracticeBooks,
  registerPracticeRoutes,
} from "./simulator/scenarios/index.ts";

const WEB_ROOT = fileURLToPath(new URL("../../web/dist", import.meta.url));

export interface App {
  readonly server: FastifyInstance;
  /** The calls this app answers. */
  readonly endpoints: readonly Endpoint[];
  /** Ends open event streams, which would otherwise outlast a stop. */
  closeStreams(): void;
}

interface AppOptions {
  /** The books that customers practise in; practice answers 503 where there are none. */
  readonly practice?: PracticeBooks;
  readonly webRoot?: string;
  /** Timeouts for receiving requests. */
  readonly arrival?: ArrivalLimits;
  /** Longest event-loop delay, in milliseconds, before calls are refused; 0 means no limit. */
  readonly maxEventLoopDelayMs?: number;
  /** How many calls run at once, and how long others wait for their turn. */
  readonly admission?: AdmissionLimits;
}

/** What customers read of their records, and take along as files. */
function registerRecords(app: FastifyInstance, context: AppContext): void {
  registerLogsRoutes(app, context);
  registerReconciliationRoutes(app, context);
  registerMyDataRoutes(app, context);
}

/** Traces and counts requests, and offers metrics. */
function registerTelemetry(app: FastifyInstance, context: AppContext): void {
  const { config, telemetry } = context;
  traceRequests(app, telemetry, config.trustedProxies);
  registerMetrics(app, config, [
    countUnmatched(context),
    watchUnreadable(context),
    countStrangePayouts(context),
  ]);
}

/**
 * Everything Tessera answers, without listening and without the work behind it
 * (`startBackgroundWork`). Ready to inject requests into.
 */
export async function buildApp(context: AppContext, options: AppOptions = {}): Promise<App> {
  const { config, log } = context;
  const { webRoot = WEB_ROOT, practice = NO_PRACTICE, ...limits } = options;
  const { app, headers } = await createHttpServer({ config, log, webRoot, ...limits });
  const streams = new EventStreams();
  const endpoints: Endpoint[] = [];
  const authenticator = createAuthenticator(context);
  provideRouting(context, createRouting(context, authenticator, endpoints));

  context.origins.follow(app);
  registerTelemetry(app, context);
  registerHealthRoutes(app, context, migrations);
  registerEventRoutes(app, context, { streams, authenticator });
  registerAccountsRoutes(app, context);
  registerAuthenticatorRoutes(app, context, headers.mailbox);
  registerMailRoutes(app, context, headers.mailbox);
  registerBillsRoutes(app, context);
  registerWalletRoutes(app, context);
  registerWithdrawalsRoutes(app, context);
  registerCaseHandler(context, withdrawalCases);
  registerEmailChangeRoutes(app, context);
  registerCaseHandler(context, emailChangeCases);
  registerStopHandler(context, stopEmailChanges);
  registerAccountClosingRoutes(app, context);
  registerFiguresRoutes(app, context);
  registerAnnouncementsRoutes(app, context);
  registerSandboxClockRoutes(app, context);
  registerLegalRoutes(app, context);
  registerCardsRoutes(app, context);
  registerOutlookRoutes(app, context);
  registerOfferingRoutes(app, context);
  const { issuer } = context.use(providers);
  registerIssuingRoutes(app, context, issuer);
  registerCaseHandler(context, applicationCases(issuer));
  registerCaseHandler(context, depositCases);
  registerCaseHandler(context, factorResetCases);
  registerNetworkRoutes(app, context);
  registerUnmatchedRoutes(app, context);
  registerStrategiesRoutes(app, context);
  registerRiskRoutes(app, context);
  registerReviewsRoutes(app, context);
  registerOperatorReviewsRoutes(app, context);
  registerInsightRoutes(app, context);
  registerPracticeRoutes(app, context, practice);
  registerProgrammeRoutes(app, context);
  registerBoardRoutes(app, context, [
    casesQueue,
    withdrawalsQueue,
    conversationsQueue,
    correctionsQueue,
    securityHoldsQueue,
    heldPaymentsQueue,
    unmatchedQueue,
    jobQueueReader("mail", MAIL_QUEUE),
  ]);
  registerStripeIssuingRoutes(app, context);
  registerRecords(app, context);
  registerSupportRoutes(app, context);
  registerSupportDeskRoutes(app, context);
  registerCustomersRoutes(app, context);
  registerOperatorsRoutes(app, context);
  await registerReference(app, context, endpoints);

  await app.ready();
  return { server: app, endpoints, closeStreams: () => streams.close() };
}
