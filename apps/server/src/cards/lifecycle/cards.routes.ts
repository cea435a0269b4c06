import { cardsEndpoints } from "@tessera/contract/cards/cards.endpoints";
import { operatorCardsEndpoints } from "@tessera/contract/cards/operator-cards.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import { type CardCall, commandOf } from "./card-call.ts";
import { registerCardSettingsRoutes } from "./card-settings.routes.ts";
import { closeCard } from "./closing/close-card.ts";
import {
  freezeAsOperator,
  type OperatorCommand,
  unfreezeAsOperator,
} from "./freezes/freeze-as-operator.ts";
import { setCardFrozen } from "./freezes/freeze-card.ts";
import { verifyCard } from "./freezes/verify-card.ts";
import { getCard, listCards } from "./read-cards.ts";
import { setSchedule } from "./set-schedule.ts";

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

/** Registers the card endpoints that do not move money to or from a card. */
export function registerCardsRoutes(app: FastifyInstance, context: AppContext): void {
  route(app, context, cardsEndpoints.listCards, ({ session, query }) =>
    listCards(context, { customerId: session.customerId, query }),
  );
  route(app, context, cardsEndpoints.getCard, async (call) =>
    getCard(context, call.session.customerId, parseId("card", call.params.id)),
  );
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

function registerOperatorRoutes(app: FastifyInstance, context: AppContext): void {
  route(app, context, operatorCardsEndpoints.operatorFreezeCard, async (call) =>
    freezeAsOperator(context, operatorCommandOf(call), call.body.reason),
  );
  route(app, context, operatorCardsEndpoints.operatorUnfreezeCard, async (call) =>
    unfreezeAsOperator(context, operatorCommandOf(call), call.body.layer ?? "operator"),
  );
}
