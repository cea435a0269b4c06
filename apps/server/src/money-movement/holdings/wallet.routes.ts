import { walletEndpoints } from "@tessera/contract/money-movement/wallet.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { getWallet } from "./get-wallet.ts";
import { listAssets } from "./list-assets.ts";

const DISPLAY_CURRENCY = "USD";

/** Registers the endpoints that return a customer's holdings. */
export function registerWalletRoutes(app: FastifyInstance, context: AppContext): void {
  const on = walletEndpoints;
  route(app, context, on.getWallet, ({ session, query }) =>
    getWallet(context, {
      customerId: session.customerId,
      currency: query.currency ?? DISPLAY_CURRENCY,
    }),
  );
  route(app, context, on.listAssets, async ({ session, query, locale }) => {
    const currency = query.currency ?? DISPLAY_CURRENCY;
    const { customerId } = session;
    return { ...(await listAssets(context, { customerId, currency, locale, query })), currency };
  });
}
