import { fileURLToPath } from "node:url";
import type { Endpoint } from "@tessera/contract/endpoint";
import type { FastifyInstance } from "fastify";
import { migrations } from "./migrations/index.ts";
import {
  createAuthenticator,
  registerAccountsRoutes,
  startAccounts,
} from "./modules/accounts/index.ts";
import {
  recleanAnnouncements,
  registerAnnouncementsRoutes,
} from "./modules/announcements/index.ts";
import { registerBillsRoutes } from "./modules/bills/index.ts";
import { registerCardsRoutes, startDebtCollection } from "./modules/cards/index.ts";
import { registerEventRoutes } from "./modules/events/index.ts";
import { registerFiguresRoutes } from "./modules/figures/index.ts";
import { registerIssuingRoutes } from "./modules/issuing/index.ts";
import { registerLegalRoutes } from "./modules/legal/index.ts";
import { registerMailRoutes, startMail } from "./modules/mail/index.ts";
import {
  registerNetworkRoutes,
  startHoldExpiry,
  startSettlingHolds,
} from "./modules/network/index.ts";
import { registerSandboxClockRoutes } from "./modules/sandbox-clock/index.ts";
import { registerWalletRoutes, startWalletJobs } from "./modules/wallet/index.ts";
import type { AppContext } from "./platform/context.ts";
import { EventStreams } from "./platform/event-stream.ts";
import { registerHealthRoutes } from "./platform/health.routes.ts";
import { createHttpServer } from "./platform/http-server.ts";
import { startLedgerUpkeep } from "./platform/ledger-upkeep.ts";
import { startMaintenance } from "./platform/maintenance.ts";
import { registerMetrics } from "./platform/metrics.ts";
import { registerReference } from "./platform/reference.ts";
import { registerRequestLog } from "./platform/request-log.ts";
import { provideRouting } from "./platform/route.ts";
import { createRouting } from "./platform/routing.ts";
import { createIssuer } from "./providers/issuer/create-issuer.ts";

const WEB_ROOT = fileURLToPath(new URL("../../web/dist", import.meta.url));

export interface App {
  readonly server: FastifyInstance;
  /** The calls this app answers. */
  readonly endpoints: readonly Endpoint[];
  /** Ends open event streams, which would otherwise outlast a stop. */
  closeStreams(): void;
}

/** Everything Tessera answers, without listening. Ready to inject requests into. */
export async function buildApp(
  context: AppContext,
  options: { readonly webRoot?: string } = {},
): Promise<App> {
  const { config, log } = context;
  const webRoot = options.webRoot ?? WEB_ROOT;
  const { app, headers } = await createHttpServer({ config, log, webRoot });
  const streams = new EventStreams();
  const endpoints: Endpoint[] = [];
  const authenticator = createAuthenticator(context);
  provideRouting(context, createRouting(context, authenticator, endpoints));

  registerRequestLog(app, log);
  registerMetrics(app, config);
  registerHealthRoutes(app, context, migrations);
  registerEventRoutes(app, context, { streams, authenticator });
  registerAccountsRoutes(app, context);
  registerMailRoutes(app, context, headers.mailbox);
  registerBillsRoutes(app, context);
  registerWalletRoutes(app, context);
  registerFiguresRoutes(app, context);
  registerAnnouncementsRoutes(app, context);
  registerSandboxClockRoutes(app, context);
  registerLegalRoutes(app, context);
  registerCardsRoutes(app, context);
  registerIssuingRoutes(app, context, createIssuer(context));
  registerNetworkRoutes(app, context);
  await registerReference(app, context, endpoints);

  startMaintenance(context);
  await startLedgerUpkeep(context);
  await startMail(context);
  await startAccounts(context);
  await recleanAnnouncements(context);
  startWalletJobs(context);
  startHoldExpiry(context);
  startSettlingHolds(context);
  startDebtCollection(context);
  await app.ready();
  return { server: app, endpoints, closeStreams: () => streams.close() };
}
