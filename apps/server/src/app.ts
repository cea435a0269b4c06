import { fileURLToPath } from "node:url";
import type { Endpoint } from "@tessera/contract/endpoint";
import type { FastifyInstance } from "fastify";
import { migrations } from "./migrations/index.ts";
import { registerAccountClosingRoutes } from "./modules/account-closing/index.ts";
import {
  createAuthenticator,
  registerAccountsRoutes,
  registerAuthenticatorRoutes,
  securityHoldsQueue,
} from "./modules/accounts/index.ts";
import { registerAnnouncementsRoutes } from "./modules/announcements/index.ts";
import { registerBillsRoutes } from "./modules/bills/index.ts";
import { jobQueueReader, registerBoardRoutes } from "./modules/board/index.ts";
import { registerCardsRoutes } from "./modules/cards/index.ts";
import {
  correctionsQueue,
  factorResetCases,
  registerCustomersRoutes,
} from "./modules/customers/index.ts";
import {
  emailChangeCases,
  registerEmailChangeRoutes,
  stopEmailChanges,
} from "./modules/email-change/index.ts";
import { registerEventRoutes } from "./modules/events/index.ts";
import { registerFiguresRoutes } from "./modules/figures/index.ts";
import { registerInsightRoutes } from "./modules/insight/index.ts";
import { applicationCases, registerIssuingRoutes } from "./modules/issuing/index.ts";
import { registerLegalRoutes } from "./modules/legal/index.ts";
import { registerLogsRoutes } from "./modules/logs/index.ts";
import { MAIL_QUEUE, registerMailRoutes } from "./modules/mail/index.ts";
import { registerMyDataRoutes } from "./modules/my-data/index.ts";
import {
  countUnmatched,
  registerNetworkRoutes,
  registerUnmatchedRoutes,
  unmatchedQueue,
} from "./modules/network/index.ts";
import { registerOfferingRoutes } from "./modules/offering/index.ts";
import { registerOperatorsRoutes } from "./modules/operators/index.ts";
import { registerOutlookRoutes } from "./modules/outlook/index.ts";
import {
  NO_PRACTICE,
  type PracticeBooks,
  registerPracticeRoutes,
} from "./modules/practice/index.ts";
import { registerProgrammeRoutes } from "./modules/programme/index.ts";
import { registerReconciliationRoutes } from "./modules/reconciliation/index.ts";
import {
  casesQueue,
  registerCaseHandler,
  registerOperatorReviewsRoutes,
  registerReviewsRoutes,
} from "./modules/reviews/index.ts";
import {
  heldPaymentsQueue,
  registerRiskRoutes,
  registerStrategiesRoutes,
  watchUnreadable,
} from "./modules/risk/index.ts";
import { registerSandboxClockRoutes } from "./modules/sandbox-clock/index.ts";
import { registerStripeIssuingRoutes } from "./modules/stripe-issuing/index.ts";
import {
  conversationsQueue,
  registerSupportDeskRoutes,
  registerSupportRoutes,
} from "./modules/support/index.ts";
import { depositCases, registerWalletRoutes } from "./modules/wallet/index.ts";
import {
  countStrangePayouts,
  registerStopHandler,
  registerWithdrawalsRoutes,
  withdrawalCases,
  withdrawalsQueue,
} from "./modules/withdrawals/index.ts";
import type { AdmissionLimits } from "./platform/admission-queue.ts";
import type { AppContext } from "./platform/context.ts";
import { EventStreams } from "./platform/event-stream.ts";
import { registerHealthRoutes } from "./platform/health.routes.ts";
import { createHttpServer } from "./platform/http-server.ts";
import { registerMetrics } from "./platform/metrics.ts";
import { registerReference } from "./platform/reference.ts";
import type { ArrivalLimits } from "./platform/request-arrival.ts";
import { provideRouting } from "./platform/route.ts";
import { createRouting } from "./platform/routing.ts";
import { providersOf } from "./providers/registry.ts";

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
  registerMetrics(app, config, [
    countUnmatched(context),
    watchUnreadable(context),
    countStrangePayouts(context),
  ]);
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
  const { issuer } = providersOf(context);
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
