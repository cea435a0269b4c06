import { exchangeEndpoints } from "@tessera/contract/money-movement/exchange.endpoints";
import { walletEndpoints } from "@tessera/contract/money-movement/wallet.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { presentRates } from "./rates.presenter.ts";
import { ratesBook } from "./rates-book.ts";
import { readRateHistory } from "./read-rate-history.ts";

const REFRESHES = [
  { bucket: "rates-refresh", max: 10, windowSeconds: 60, by: "customer" },
] as const;

/** Registers the exchange rate endpoints. */
export function registerRatesRoutes(app: FastifyInstance, context: AppContext): void {
  const on = walletEndpoints;
  route(app, context, on.getRates, async () =>
    presentRates(await context.use(ratesBook).current()),
  );
  route(
    app,
    context,
    on.refreshRates,
    async () => presentRates(await context.use(ratesBook).refresh()),
    {
      limits: REFRESHES,
    },
  );
  route(app, context, exchangeEndpoints.getRateHistory, ({ query }) =>
    readRateHistory(context, query),
  );
}
