import { cardsEndpoints } from "@tessera/contract/cards/cards.endpoints";
import type { FastifyInstance } from "fastify";
import { createAcceptanceGate } from "../../identity/legal/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { KeptAnswer } from "../../platform/http/answer-once.ts";
import { route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import { type CardCall, presentFunding } from "../lifecycle/index.ts";
import type { QuoteOperation } from "../pricing/index.ts";
import { createQuote } from "./create-quote.ts";
import { createQuoteBatches } from "./quote-batches.ts";
import type { QuotedCard } from "./quotes.repository.ts";
import { QUOTES_TO_REDEEM, spendQuote } from "./redeem-quote.ts";

interface QuoteCall extends CardCall {
  readonly body: { readonly quoteId: string };
  readonly idempotencyKey: string;
}

/**
 * Registers the endpoints for loading and unloading a card. Unloading is never blocked, because the
 * money belongs to the customer.
 */
export function registerFundingRoutes(app: FastifyInstance, context: AppContext): void {
  const batches = createQuoteBatches(context);
  const gate = createAcceptanceGate(context);
  const readAhead = {
    rows: QUOTES_TO_REDEEM,
    idOf: ({ body }: QuoteCall) => parseId("quo", body.quoteId),
  };
  const spend = async (call: QuoteCall, quote: QuotedCard | null, operation: QuoteOperation) => {
    const stoppedBy = operation === "deposit" ? await gate.refusal(call.session) : undefined;
    const funding = await spendQuote(context, {
      customerId: call.session.customerId,
      cardId: parseId("card", call.params.id),
      quote,
      operation,
      idempotencyKey: call.idempotencyKey,
      stoppedBy,
      key: call.session.key,
    });
    const { inLedger, repeated: isRepeat } = funding;
    return new KeptAnswer(presentFunding(funding), { inLedger, isRepeat });
  };

  route(app, context, cardsEndpoints.quoteCard, async (call) => {
    if (call.body.operation === "deposit") {
      await gate.require(call.session);
    }
    const { operation, amount } = call.body;
    const cardId = parseId("card", call.params.id);
    const { customerId } = call.session;
    return createQuote(context, { customerId, cardId, operation, amount }, batches);
  });
  route(
    app,
    context,
    cardsEndpoints.depositToCard,
    (call, quote) => spend(call, quote, "deposit"),
    { readAhead },
  );
  route(
    app,
    context,
    cardsEndpoints.withdrawFromCard,
    (call, quote) => spend(call, quote, "withdraw"),
    { readAhead },
  );
}
