import { stripeIssuingEndpoints } from "@tessera/contract/authorization/stripe-issuing.endpoints";
import type { FastifyInstance } from "fastify";
import Stripe from "stripe";
import { cellRoutes } from "../../../platform/cells/cell-routes.ts";
import type { StripeSettings } from "../../../platform/config/config.ts";
import type { AppContext } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { type RouteLimit, route } from "../../../platform/http/route.ts";
import { parseId } from "../../../platform/ids.ts";
import { createStripeClient } from "../../issuer/stripe/stripe-client.ts";
import { acknowledgeMessage } from "./acknowledge-message.ts";
import { answerAuthorization } from "./answer-authorization.ts";
import { createNumberKey, readNumberElement } from "./create-number-key.ts";
import { createMessageCells } from "./message-cells.ts";
import { messageOf, type NetworkMessage } from "./network-message.ts";
import type { AuthorizationAnswer } from "./stripe-issuing.tables.ts";
import { verifyEvent } from "./verify-event.ts";

function present({ approved, code, movementId }: AuthorizationAnswer) {
  return { approved, metadata: { tessera_code: code, tessera_movement: movementId } };
}

/**
 * Parses a signed message.
 *
 * @throws Refusal `malformed_request` if it is unreadable
 */
function read(context: AppContext, event: Stripe.Event): NetworkMessage {
  try {
    return messageOf(event);
  } catch (error) {
    const { id: eventId, type } = event;
    context.log.error({ err: error, eventId, type }, "signed Stripe message is unreadable");
    throw new Refusal("malformed_request", { cause: error });
  }
}

/**
 * Registers the webhook for Stripe's messages, which is not part of our API contract. The signature
 * is the first safeguard and the inbox the second. There is no rate limit, because every payment
 * request that it rejected would become a declined payment.
 */
function registerWebhook(
  app: FastifyInstance,
  context: AppContext,
  stripe: Stripe,
  issuer: StripeSettings,
): void {
  const cellOf = createMessageCells(context);
  app.post("/webhooks/stripe", async (request, reply) => {
    const { rawBody: body, headers } = request;
    const event = verifyEvent(stripe, issuer.webhookSecret, body, headers["stripe-signature"]);
    const cell = await cellOf(request, event);
    if (cell !== undefined) {
      return context.use(cellRoutes).passOn(request, reply, { cell });
    }
    const message = read(context, event);
    const signed = { event, body: body ?? Buffer.alloc(0), message };
    if (message.kind === "asked") {
      const answer = await answerAuthorization(context, { ...signed, message });
      return reply.header("stripe-version", Stripe.API_VERSION).send(present(answer));
    }
    await acknowledgeMessage(context, signed);
    return reply.send({ received: true });
  });
}

const HOUR_SECONDS = 3_600;

/** Rate limits for displaying a PAN. They are the same no matter where the PAN is stored. */
const LIMITS: readonly RouteLimit<typeof stripeIssuingEndpoints.createNumberKey>[] = [
  {
    bucket: "reveal-card",
    max: 10,
    windowSeconds: HOUR_SECONDS,
    by: (call) => `${call.session.customerId} ${call.params.id}`,
  },
  { bucket: "reveal-day", max: 30, windowSeconds: 24 * HOUR_SECONDS, by: "customer" },
];

/**
 * Registers the webhook and the endpoints for Stripe's elements. Registers nothing if another
 * issuer is used.
 */
export function registerStripeIssuingRoutes(app: FastifyInstance, context: AppContext): void {
  const { issuer } = context.config;
  if (issuer.provider !== "stripe") {
    return;
  }
  const stripe = createStripeClient(issuer);
  registerWebhook(app, context, stripe, issuer);
  route(app, context, stripeIssuingEndpoints.getNumberElement, async ({ session, params }) =>
    readNumberElement(context, issuer, {
      customerId: session.customerId,
      cardId: parseId("card", params.id),
    }),
  );
  route(
    app,
    context,
    stripeIssuingEndpoints.createNumberKey,
    async ({ session, params, body, request, requestId, reply }) => {
      reply.header("cache-control", "no-store");
      return createNumberKey(context, stripe, issuer, {
        customerId: session.customerId,
        cardId: parseId("card", params.id),
        actor: session.username,
        requestId,
        given: { session, proof: request.headers["x-proof"] },
        nonce: body.nonce,
      });
    },
    { limits: LIMITS },
  );
}
