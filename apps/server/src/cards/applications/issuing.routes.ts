import { cardIssuingEndpoints } from "@tessera/contract/cards/card-issuing.endpoints";
import type { FastifyInstance } from "fastify";
import type { IssuerPort } from "../../adapters/issuer/issuer.port.ts";
import { createAcceptanceGate } from "../../identity/legal/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import { registerHolderRoutes, replaceCard, revealCard } from "../issuance/index.ts";
import { applyForCard } from "./apply-for-card.ts";
import { presentApplication } from "./issuing.presenter.ts";
import { readApplications, readCardLimits, readSegments } from "./read-issuing.ts";

const HOUR_SECONDS = 3_600;
/** A replacement is free and uses one of the issuer's PANs; nobody needs this many in a day. */
const REPLACEMENTS_A_DAY = 10;

export function registerIssuingRoutes(
  app: FastifyInstance,
  context: AppContext,
  issuer: IssuerPort | undefined,
): void {
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
    call.kept.repeated = isRepeat;
    return presentApplication(application);
  });
  registerHolderRoutes(app, context, issuer);
  registerReplacement(app, context, issuer);
  route(
    app,
    context,
    cardIssuingEndpoints.revealCard,
    async (call) => {
      call.reply.header("cache-control", "no-store");
      return revealCard(context, {
        customerId: call.session.customerId,
        cardId: parseId("card", call.params.id),
        given: { session: call.session, proof: call.request.headers["x-proof"] },
        actor: call.session.username,
        requestId: call.requestId,
      });
    },
    {
      limits: [
        {
          bucket: "reveal-card",
          max: 10,
          windowSeconds: HOUR_SECONDS,
          by: (call) => `${call.session.customerId} ${call.params.id}`,
        },
        { bucket: "reveal-day", max: 30, windowSeconds: 24 * HOUR_SECONDS, by: "customer" },
      ],
    },
  );
}

function registerReplacement(
  app: FastifyInstance,
  context: AppContext,
  issuer: IssuerPort | undefined,
): void {
  route(
    app,
    context,
    cardIssuingEndpoints.replaceCard,
    async (call) =>
      replaceCard(context, issuer, {
        customerId: call.session.customerId,
        cardId: parseId("card", call.params.id),
        reason: call.body.reason,
        idempotencyKey: call.idempotencyKey,
        actor: call.session.username,
        requestId: call.requestId,
      }),
    {
      limits: [
        {
          bucket: "replace-day",
          max: REPLACEMENTS_A_DAY,
          windowSeconds: 24 * HOUR_SECONDS,
          by: "customer",
        },
      ],
    },
  );
}
