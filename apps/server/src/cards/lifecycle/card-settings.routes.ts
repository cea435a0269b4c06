import { cardSettingsEndpoints } from "@tessera/contract/cards/card-settings.endpoints";
import { freezeAllEndpoints } from "@tessera/contract/cards/freeze-all.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import { type CardCall, commandOf } from "./card-call.ts";
import { freezeAllCards } from "./freezes/freeze-all-cards.ts";
import { dismissFreezeAll, getCurrentFreezeAll, undoFreezeAll } from "./freezes/undo-freeze-all.ts";
import { listTags } from "./list-tags.ts";
import { setDraw } from "./set-draw.ts";
import { setLabel } from "./set-label.ts";
import { setOwnLimits } from "./set-own-limits.ts";

/** Rate limit for calls that write a row for each of the customer's cards. */
const MANY_CARDS = {
  bucket: "freeze-all",
  max: 20,
  windowSeconds: 60,
  by: "customer",
} as const;

export function registerCardSettingsRoutes(app: FastifyInstance, context: AppContext): void {
  registerFreezeAllRoutes(app, context);
  route(app, context, cardSettingsEndpoints.listCardTags, ({ session, query }) =>
    listTags(context, session.customerId, query),
  );
  route(
    app,
    context,
    cardSettingsEndpoints.setCardLabel,
    async (call) => {
      const { nickname, tags, revision } = call.body;
      return setLabel(context, commandOf(call), { nickname, tags, revision });
    },
    { movesNoMoney: true },
  );
  route(
    app,
    context,
    cardSettingsEndpoints.setCardLimits,
    async (call) => setOwnLimits(context, commandOf(call), call.body),
    { movesNoMoney: true },
  );
  route(
    app,
    context,
    cardSettingsEndpoints.setCardDraw,
    async (call) => setDraw(context, commandOf(call), call.body),
    { movesNoMoney: true },
  );
}

function registerFreezeAllRoutes(app: FastifyInstance, context: AppContext): void {
  const changeOf = (call: CardCall) => ({
    customerId: call.session.customerId,
    freezeAllId: parseId("fza", call.params.id),
    actor: call.session.username,
    requestId: call.requestId,
  });
  route(
    app,
    context,
    freezeAllEndpoints.freezeAllCards,
    async ({ session, idempotencyKey, requestId }) =>
      freezeAllCards(context, {
        customerId: session.customerId,
        actor: session.username,
        idempotencyKey,
        requestId,
      }),
    { limits: [MANY_CARDS], movesNoMoney: true },
  );
  route(app, context, freezeAllEndpoints.getFreezeAll, async ({ session }) =>
    getCurrentFreezeAll(context, session.customerId),
  );
  route(
    app,
    context,
    freezeAllEndpoints.undoFreezeAll,
    async (call) => undoFreezeAll(context, changeOf(call)),
    { limits: [MANY_CARDS] },
  );
  route(app, context, freezeAllEndpoints.dismissFreezeAll, async (call) =>
    dismissFreezeAll(context, changeOf(call)),
  );
}
