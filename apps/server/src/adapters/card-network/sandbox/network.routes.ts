import type { Endpoint } from "@tessera/contract/endpoint";
import { sandboxEndpoints } from "@tessera/contract/simulator/sandbox.endpoints";
import type { AuthorizeBody } from "@tessera/contract/simulator/sandbox.schemas";
import type { FastifyInstance } from "fastify";
import { forcePost, refundCard, reverseRefund } from "../../../authorization/clearing/index.ts";
import {
  createPaymentCardLookup,
  expireWithin,
  type PaymentCardLookup,
} from "../../../authorization/holds/index.ts";
import { oncePerMessage } from "../../../authorization/messages/index.ts";
import {
  type AskedOfNetwork,
  incrementWithin,
  takePayment,
  takeStep,
} from "../../../authorization/requests/index.ts";
import { cellRoutes } from "../../../platform/cells/cell-routes.ts";
import type { AppContext } from "../../../platform/context.ts";
import { type Handler, type RouteOptions, route } from "../../../platform/http/route.ts";
import { parseId } from "../../../platform/ids.ts";
import { requireOffered } from "../../providers/require-offered.ts";
import { presentAuthorization, presentOutcome } from "./network.presenter.ts";
import {
  amountOf,
  messageOf,
  messagesOfPayment,
  nameOf,
  paymentRequestOf,
  requestOf,
  stepOf,
} from "./network-input.ts";
import { playPurchase } from "./simulate-purchase.ts";

/**
 * Registers the simulated card network's endpoints, which use the same operations as any other
 * network.
 */
export function registerNetworkRoutes(app: FastifyInstance, context: AppContext): void {
  const cards = createPaymentCardLookup(context);
  registerPayments(app, context, cards);
  registerSteps(app, context, cards);
  if (context.config.mode === "sandbox") {
    registerPurchase(app, context);
  }
}

/**
 * Declares an endpoint of the simulated network. Calls to it are rejected if another network is in
 * use.
 */
function simulate<const E extends Endpoint>(
  app: FastifyInstance,
  context: AppContext,
  endpoint: E,
  handler: Handler<E>,
  options: Pick<RouteOptions<E>, "cellOf"> = {},
): void {
  const isCarrier = context.config.network.provider === "sandbox";
  const whenCarrier: Handler<E> = async (call, ahead) => {
    requireOffered(isCarrier || undefined, "simulated payments");
    return handler(call, ahead);
  };
  route<E>(app, context, endpoint, whenCarrier, options);
}

function registerPayments(
  app: FastifyInstance,
  context: AppContext,
  cards: PaymentCardLookup,
): void {
  const take = (kind: AskedOfNetwork["kind"], operation: string, body: AuthorizeBody) => {
    const { networkReference } = body;
    const asked = { kind, request: paymentRequestOf(body), networkReference };
    return takePayment(context, cards, messagesOfPayment(context, operation, body), asked);
  };
  const byNumber = {
    cellOf: ({ body }: { readonly body: { readonly pan: string } }) =>
      context.use(cellRoutes).ofNumber(body.pan),
  };
  simulate(
    app,
    context,
    sandboxEndpoints.networkAuthorize,
    async ({ body }) => presentAuthorization(await take("authorization", "authorize", body)),
    byNumber,
  );
  simulate(
    app,
    context,
    sandboxEndpoints.networkSingleMessage,
    async ({ body }) => presentOutcome(await take("single message", "single-message", body)),
    byNumber,
  );
  simulate(
    app,
    context,
    sandboxEndpoints.networkRefund,
    async ({ body }) => {
      const message = messageOf(context, "refund", body);
      return presentOutcome(await refundCard(context, cards, requestOf(body), message));
    },
    byNumber,
  );
  simulate(app, context, sandboxEndpoints.networkReturnReversal, async ({ body }) => {
    const message = messageOf(context, "return-reversal", body);
    const refundId = parseId("mov", body.refundId);
    return presentOutcome(await reverseRefund(context, { refundId, amount: body.amount }, message));
  });
  simulate(
    app,
    context,
    sandboxEndpoints.networkForcePost,
    async ({ body }) => {
      const message = messageOf(context, "force-post", body);
      return presentOutcome(await forcePost(context, cards, requestOf(body), message));
    },
    byNumber,
  );
}

function registerSteps(app: FastifyInstance, context: AppContext, cards: PaymentCardLookup): void {
  simulate(app, context, sandboxEndpoints.networkIncrement, async ({ body }) => {
    const outcome = await oncePerMessage(context, messageOf(context, "increment", body), (tx) =>
      incrementWithin(context, tx, { ...nameOf(body), ...amountOf(body) }),
    );
    return presentOutcome(outcome);
  });
  simulate(app, context, sandboxEndpoints.networkExpire, async ({ body }) => {
    const outcome = await oncePerMessage(context, messageOf(context, "expire", body), (tx) =>
      expireWithin(context, tx, nameOf(body)),
    );
    return presentOutcome(outcome);
  });
  simulate(app, context, sandboxEndpoints.networkAdvice, async ({ body }) => {
    const message = messageOf(context, "advice", body);
    return presentOutcome(await takeStep(context, cards, stepOf("advice", body), message));
  });
  simulate(app, context, sandboxEndpoints.networkClear, async ({ body }) => {
    const message = messageOf(context, "clear", body);
    return presentOutcome(await takeStep(context, cards, stepOf("clearing", body), message));
  });
  simulate(app, context, sandboxEndpoints.networkReverse, async ({ body }) => {
    const message = messageOf(context, "reverse", body);
    return presentOutcome(await takeStep(context, cards, stepOf("reversal", body), message));
  });
}

/**
 * Registers the purchase endpoint, which is the only sandbox endpoint that requires a session. The
 * endpoint itself checks for sandbox mode.
 */
function registerPurchase(app: FastifyInstance, context: AppContext): void {
  simulate(app, context, sandboxEndpoints.playPurchase, async (call) => {
    const { session, params, body, idempotencyKey } = call;
    const cardId = parseId("card", params.id);
    const { customerId } = session;
    const purchase = { customerId, cardId, ...body, idempotencyKey };
    return presentOutcome(await playPurchase(context, purchase));
  });
}
