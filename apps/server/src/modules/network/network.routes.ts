import { sandboxEndpoints } from "@tessera/contract/sandbox/sandbox.endpoints";
import type { AuthorizeBody } from "@tessera/contract/sandbox/sandbox.schemas";
import type { FastifyInstance } from "fastify";
import { requireAmount } from "../../platform/amount-input.ts";
import type { AppContext } from "../../platform/context.ts";
import { parseId } from "../../platform/ids.ts";
import { route } from "../../platform/route.ts";
import { authorise } from "./authorise.ts";
import { clearAuthorisation } from "./clear-authorisation.ts";
import { incrementAuthorisation } from "./increment-authorisation.ts";
import { categoryOf } from "./merchant-category.policy.ts";
import { presentAuthorisation, presentOutcome } from "./network.presenter.ts";
import { createPaymentCardLookup } from "./payment-card-lookup.ts";
import type { PaymentRequest } from "./payment-request.ts";
import { playPurchase } from "./play-purchase.ts";
import { forcePost, refundCard } from "./post-unasked.ts";
import { expireAuthorisation, reverseAuthorisation } from "./release-authorisation.ts";

function requestOf(body: AuthorizeBody): PaymentRequest {
  const { pan, expiryMonth, expiryYear, cvv, currency, merchant } = body;
  return {
    pan,
    expiryMonth,
    expiryYear,
    cvv,
    amountMinor: requireAmount(body.amount, currency),
    currency,
    merchant: { ...merchant, category: categoryOf(merchant.mcc) },
  };
}

/** The simulated card network: its messages, handed to the same use cases as any network's. */
export function registerNetworkRoutes(app: FastifyInstance, context: AppContext): void {
  const cards = createPaymentCardLookup(context);
  const stepOf = (body: { authorizationId: string; amount?: string | undefined }) => ({
    authorisationId: parseId("auth", body.authorizationId),
    amount: body.amount,
  });

  route(app, context, sandboxEndpoints.networkAuthorize, async ({ body }) =>
    presentAuthorisation(await authorise(context, cards, requestOf(body))),
  );
  route(app, context, sandboxEndpoints.networkIncrement, async ({ body }) =>
    presentOutcome(await incrementAuthorisation(context, stepOf(body))),
  );
  route(app, context, sandboxEndpoints.networkClear, async ({ body }) =>
    presentOutcome(await clearAuthorisation(context, { ...stepOf(body), final: true })),
  );
  route(app, context, sandboxEndpoints.networkReverse, async ({ body }) =>
    presentOutcome(await reverseAuthorisation(context, stepOf(body))),
  );
  route(app, context, sandboxEndpoints.networkExpire, async ({ body }) =>
    presentOutcome(await expireAuthorisation(context, stepOf(body).authorisationId)),
  );
  route(app, context, sandboxEndpoints.networkRefund, async ({ body }) =>
    presentOutcome(await refundCard(context, cards, requestOf(body))),
  );
  route(app, context, sandboxEndpoints.networkForcePost, async ({ body }) =>
    presentOutcome(await forcePost(context, cards, requestOf(body))),
  );
  if (context.config.mode === "sandbox") {
    registerPurchase(app, context);
  }
}

/** Asks for a session, which no other call of the sandbox does; so the mode is asked for here. */
function registerPurchase(app: FastifyInstance, context: AppContext): void {
  route(app, context, sandboxEndpoints.playPurchase, async ({ session, params, body }) => {
    const cardId = parseId("card", params.id);
    const { customerId } = session;
    return presentOutcome(await playPurchase(context, { customerId, cardId, ...body }));
  });
}
