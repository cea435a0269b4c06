import { legalEndpoints } from "@tessera/contract/identity/legal.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { acceptorOf, acceptTexts } from "./accept-texts.ts";
import { presentAcceptances, presentOutstanding } from "./legal.presenter.ts";
import { listAcceptances } from "./list-acceptances.ts";
import { listLegalVersions } from "./list-legal-versions.ts";
import { readOutstanding } from "./outstanding-texts.ts";
import { acceptanceOrigin } from "./record-acceptances.ts";

/** Higher than the number of texts that a person could have to accept. */
const ACCEPTANCES = [
  { bucket: "legal-accept", max: 60, windowSeconds: 3_600, by: "customer" },
] as const;

export function registerLegalRoutes(app: FastifyInstance, context: AppContext): void {
  route(app, context, legalEndpoints.listLegalVersions, ({ query, locale }) =>
    listLegalVersions(context, { query, locale }),
  );
  route(app, context, legalEndpoints.getOutstandingTexts, async ({ session, locale }) => {
    const outstanding = await readOutstanding(context, context.db.kysely, acceptorOf(session));
    return presentOutstanding(outstanding, context.clock.now(), locale);
  });
  route(app, context, legalEndpoints.listAcceptances, async ({ session, query }) => {
    const { customerId } = session;
    return presentAcceptances(await listAcceptances(context, { customerId, query }));
  });
  route(
    app,
    context,
    legalEndpoints.acceptTexts,
    async ({ session, body, request, ip, requestId, locale }) => {
      const origin = acceptanceOrigin(ip, request.headers["user-agent"]);
      const given = { session, texts: body.texts, origin, requestId };
      return presentOutstanding(await acceptTexts(context, given), context.clock.now(), locale);
    },
    { limits: ACCEPTANCES },
  );
}
