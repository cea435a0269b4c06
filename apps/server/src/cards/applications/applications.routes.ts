import { cardIssuingEndpoints } from "@tessera/contract/cards/card-issuing.endpoints";
import type { FastifyInstance } from "fastify";
import { providers } from "../../adapters/providers/registry.ts";
import { createAcceptanceGate } from "../../identity/legal/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { KeptAnswer } from "../../platform/http/answer-once.ts";
import { route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import { applyForCard } from "./apply-for-card.ts";
import { presentApplication } from "./issuing.presenter.ts";
import { readApplications, readCardLimits, readSegments } from "./read-issuing.ts";

/** Registers the endpoints for choosing a card product and applying for a card. */
export function registerApplicationsRoutes(app: FastifyInstance, context: AppContext): void {
  const { issuer } = context.use(providers);
  const gate = createAcceptanceGate(context);
  route(app, context, cardIssuingEndpoints.listSegments, ({ locale, query }) =>
    readSegments(context, issuer, query, locale),
  );
  route(app, context, cardIssuingEndpoints.listCardLimits, ({ query }) =>
    readCardLimits(context, query),
  );
  route(app, context, cardIssuingEndpoints.listApplications, ({ session, query }) =>
    readApplications(context, session.customerId, query),
  );
  route(app, context, cardIssuingEndpoints.applyForCard, async (call) => {
    const { application, isRepeat } = await applyForCard(context, issuer, {
      customerId: call.session.customerId,
      segmentId: parseId("seg", call.body.segmentId),
      nickname: call.body.nickname,
      billingAddress: call.body.billingAddress,
      usage: call.body.usage ?? "standard",
      openingFee: call.body.openingFee,
      idempotencyKey: call.idempotencyKey,
      mayBeReviewed: true,
      stoppedBy: await gate.refusal(call.session),
      actor: call.session.username,
      requestId: call.requestId,
    });
    return new KeptAnswer(presentApplication(application), { inLedger: false, isRepeat });
  });
}
