import { cardsEndpoints } from "@tessera/contract/cards/cards.endpoints";
import { operatorCardsEndpoints } from "@tessera/contract/cards/operator-cards.endpoints";
import type { FastifyInstance } from "fastify";
import { createAcceptanceGate } from "../../identity/legal/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { type Kept, route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import {
  type CardCall,
  closeCard,
  commandOf,
  freezeAsOperator,
  getCard,
  listCards,
  type OperatorCommand,
  presentFunding,
  registerCardSettingsRoutes,
  setCardFrozen,
  setSchedule,
  unfreezeAsOperator,
  verifyCard,
} from "../lifecycle/index.ts";
import type { QuoteOperation } from "../pricing/index.ts";
import { createQuote } from "./create-quote.ts";
import { createQuoteBatches } from "./quote-batches.ts";
import { QUOTED_CARDS, type QuotedCard } from "./quotes.repository.ts";
import { spendQuote } from "./redeem-quote.ts";

interface QuoteCall extends CardCall {
  readonly kept: Kept;
  readonly body: { readonly quoteId: string };
  readonly idempotencyKey: string;
}

function operatorCommandOf(
  call: CardCall & { readonly body: { readonly note?: string | undefined } },
): OperatorCommand {
  return {
    cardId: parseId("card", call.params.id),
    actor: call.session.username,
    role: call.session.role,
    requestId: call.requestId,
    note: call.body.note,
  };
}

export function registerCardsRoutes(app: FastifyInstance, context: AppContext): void {
  route(app, context, cardsEndpoints.listCards, ({ session, query }) =>
    listCards(context, { customerId: session.customerId, query }),
  );
  route(app, context, cardsEndpoints.getCard, async (call) =>
    getCard(context, call.session.customerId, parseId("card", call.params.id)),
  );
  registerFundingRoutes(app, context);
  route(app, context, cardsEndpoints.freezeCard, async (call) =>
    setCardFrozen(context, commandOf(call), true),
  );
  route(app, context, cardsEndpoints.unfreezeCard, async (call) =>
    setCardFrozen(context, commandOf(call), false),
  );
  route(app, context, cardsEndpoints.verifyCard, async (call) =>
    verifyCard(context, {
      ...commandOf(call),
      given: { session: call.session, proof: call.request.headers["x-proof"] },
    }),
  );
  route(app, context, cardsEndpoints.closeCard, async (call) =>
    closeCard(context, {
      ...commandOf(call),
      idempotencyKey: call.idempotencyKey,
      whenSettled: call.body.whenSettled === true,
    }),
  );
  route(app, context, cardsEndpoints.setCardSchedule, async (call) =>
    setSchedule(context, commandOf(call), {
      windows: call.body.windows,
      revision: call.body.revision,
    }),
  );
  registerCardSettingsRoutes(app, context);
  registerOperatorRoutes(app, context);
}

/** Registers the calls to load and unload a card. Unloading one's own money is never blocked. */
function registerFundingRoutes(app: FastifyInstance, context: AppContext): void {
  const batches = createQuoteBatches(context);
  const gate = createAcceptanceGate(context);
  const readAhead = {
    rows: QUOTED_CARDS,
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
    });
    call.kept.inLedger = funding.inLedger;
    call.kept.repeated = funding.repeated;
    return presentFunding(funding);
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

function registerOperatorRoutes(app: FastifyInstance, context: AppContext): void {
  route(app, context, operatorCardsEndpoints.operatorFreezeCard, async (call) =>
    freezeAsOperator(context, operatorCommandOf(call), call.body.reason),
  );
  route(app, context, operatorCardsEndpoints.operatorUnfreezeCard, async (call) =>
    unfreezeAsOperator(context, operatorCommandOf(call), call.body.layer ?? "operator"),
  );
}
