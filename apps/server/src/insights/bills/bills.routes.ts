import {
  getTransaction,
  listBills,
  listCardTransactions,
  listTransactions,
} from "@tessera/contract/insights/bills.endpoints";
import { walletEndpoints } from "@tessera/contract/money-movement/wallet.endpoints";
import type { FastifyInstance } from "fastify";
import { getCard } from "../../cards/lifecycle/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import { getMovement } from "./get-movement.ts";
import { listMovements } from "./list-movements.ts";

/** Registers the calls for listing movements and reading a single movement. */
export function registerBillsRoutes(app: FastifyInstance, context: AppContext): void {
  route(app, context, listBills, ({ session, locale, query }) =>
    listMovements(context, {
      list: "bills",
      customerId: session.customerId,
      locale,
      query,
      viewpoint: "account",
    }),
  );
  route(app, context, listTransactions, ({ session, locale, query }) => {
    const { customerId } = session;
    return listMovements(context, {
      list: "transactions",
      customerId,
      locale,
      query,
      onCards: true,
    });
  });
  route(app, context, getTransaction, ({ session, locale, params }) => {
    const movementId = parseId("mov", params.id);
    return getMovement(context, { customerId: session.customerId, movementId, locale });
  });
  route(app, context, listCardTransactions, async ({ session, locale, query, params }) => {
    const { customerId } = session;
    const card = await getCard(context, customerId, parseId("card", params.id));
    return listMovements(context, {
      list: "card-transactions",
      customerId,
      locale,
      query: { ...query, cardId: card.id },
    });
  });
  route(app, context, walletEndpoints.listWalletHistory, ({ session, locale, query }) =>
    listMovements(context, {
      list: "wallet-history",
      customerId: session.customerId,
      locale,
      query,
      kinds: ["deposit", "withdrawal", "withdrawal_return", "exchange"],
    }),
  );
}
