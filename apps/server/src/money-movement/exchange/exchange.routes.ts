import type { Endpoint } from "@tessera/contract/endpoint";
import {
  exchangeEndpoints,
  openPositionEndpoints,
} from "@tessera/contract/money-movement/exchange.endpoints";
import type { FastifyInstance } from "fastify";
import { createAcceptanceGate } from "../../identity/legal/index.ts";
import { PROPOSING } from "../../identity/operators/index.ts";
import { operatorActOf } from "../../platform/audit/operator-act.ts";
import type { AppContext } from "../../platform/context.ts";
import { type RouteLimit, route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import { createExchange } from "./create-exchange.ts";
import { quoteExchange } from "./quote-exchange.ts";
import { readExchange } from "./read-exchange.ts";
import { readOpenPositions } from "./read-open-positions.ts";
import { proposeBankTrade } from "./record-bank-trade.ts";

const DAY_SECONDS = 86_400;

const QUOTES: readonly RouteLimit<Endpoint>[] = [
  { bucket: "exchange-quote", max: 60, windowSeconds: 60, by: "customer" },
  // More than anyone would request by hand. Each quote is stored permanently.
  { bucket: "exchange-quote-day", max: 1_000, windowSeconds: DAY_SECONDS, by: "customer" },
];
const EXCHANGES: readonly RouteLimit<Endpoint>[] = [
  { bucket: "exchange-day", max: 200, windowSeconds: DAY_SECONDS, by: "customer" },
];

/** Registers the endpoints for exchanging money between a customer's own accounts. */
export function registerExchangeRoutes(app: FastifyInstance, context: AppContext): void {
  const on = exchangeEndpoints;
  const gate = createAcceptanceGate(context);
  route(
    app,
    context,
    on.quoteExchange,
    async ({ session, body }) => {
      await gate.require(session);
      return quoteExchange(context, { ...body, customerId: session.customerId });
    },
    { limits: QUOTES },
  );
  route(
    app,
    context,
    on.createExchange,
    async ({ session, body, idempotencyKey }) =>
      createExchange(context, {
        customerId: session.customerId,
        quoteId: parseId("quo", body.quoteId),
        idempotencyKey,
        stoppedBy: await gate.refusal(session),
        key: session.key,
      }),
    { limits: EXCHANGES },
  );
  route(app, context, on.getExchange, ({ session, params }) =>
    readExchange(context, { id: parseId("exc", params.id), customerId: session.customerId }),
  );
  route(app, context, openPositionEndpoints.getOpenPositions, () => readOpenPositions(context));
  route(
    app,
    context,
    openPositionEndpoints.proposeBankTrade,
    (call) => {
      const { body, idempotencyKey } = call;
      return proposeBankTrade(context, { body, idempotencyKey, act: operatorActOf(call) });
    },
    PROPOSING,
  );
}
