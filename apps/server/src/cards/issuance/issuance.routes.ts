import { cardIssuingEndpoints } from "@tessera/contract/cards/card-issuing.endpoints";
import type { FastifyInstance } from "fastify";
import { providers } from "../../adapters/providers/registry.ts";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import { registerHolderRoutes } from "./holder.routes.ts";
import { replaceCard } from "./replace-card.ts";
import { revealCard } from "./reveal-card.ts";

const HOUR_SECONDS = 3_600;
/**
 * Maximum number of replacements per day. This is far more than a customer needs, but each
 * replacement is free and uses up one of the issuer's PANs.
 */
const REPLACEMENTS_A_DAY = 10;

/** Registers the endpoints for issued cards: cardholder, replacement and PAN. */
export function registerIssuanceRoutes(app: FastifyInstance, context: AppContext): void {
  registerHolderRoutes(app, context);
  registerReplacement(app, context);
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

function registerReplacement(app: FastifyInstance, context: AppContext): void {
  const { issuer } = context.use(providers);
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
