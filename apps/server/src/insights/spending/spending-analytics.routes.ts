import { getHoldings, getSpending } from "@tessera/contract/insights/spending.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { readHoldings } from "./read-holdings.ts";
import { readSpending } from "./read-spending.ts";

/** Lower than the limits for lists, since each call aggregates weeks of a customer's movements. */
const LIMITS = [{ bucket: "figures", max: 60, windowSeconds: 60, by: "customer" }] as const;

export function registerFiguresRoutes(app: FastifyInstance, context: AppContext): void {
  route(
    app,
    context,
    getSpending,
    ({ session, query }) => readSpending(context, { customerId: session.customerId, query }),
    { limits: LIMITS },
  );
  route(
    app,
    context,
    getHoldings,
    ({ session, query }) => readHoldings(context, { customerId: session.customerId, query }),
    { limits: LIMITS },
  );
}
