import { autoTopUpEndpoints } from "@tessera/contract/cards/auto-top-up.endpoints";
import type { FastifyInstance } from "fastify";
import { createAcceptanceGate } from "../../identity/legal/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import type { CardCall } from "../lifecycle/index.ts";
import { listAutoTopUps, readAutoTopUp } from "./read-auto-top-up.ts";
import { setAutoTopUp } from "./set-auto-top-up.ts";

export function registerAutoTopUpRoutes(app: FastifyInstance, context: AppContext): void {
  const gate = createAcceptanceGate(context);
  const ownCard = ({ session, params }: CardCall) => ({
    customerId: session.customerId,
    cardId: parseId("card", params.id),
  });
  route(app, context, autoTopUpEndpoints.getAutoTopUp, async (call) =>
    readAutoTopUp(context, ownCard(call)),
  );
  route(app, context, autoTopUpEndpoints.listAutoTopUps, async (call) =>
    listAutoTopUps(context, ownCard(call), call.query),
  );
  route(
    app,
    context,
    autoTopUpEndpoints.setAutoTopUp,
    async (call) => {
      if (call.body.order !== null) {
        await gate.require(call.session);
      }
      const { session, requestId } = call;
      const by = { actor: session.username, personId: session.userId, requestId };
      return setAutoTopUp(context, { ...ownCard(call), ...by }, call.body);
    },
    { movesNoMoney: true },
  );
}
