import { outlookEndpoints } from "@tessera/contract/insights/forecast.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import type { OutlookQuery } from "./find-card.ts";
import { readDeclineBudget } from "./read-decline-budget.ts";
import { readHolds } from "./read-holds.ts";
import { readLikelyCharges } from "./read-likely-charges.ts";
import { readSafeToSpend } from "./read-safe-to-spend.ts";

/** Lower than the limits for lists, because each call reads a large part of a card's history. */
const LIMITS = [{ bucket: "outlook", max: 120, windowSeconds: 60, by: "customer" }] as const;

interface OutlookCall {
  readonly session: { readonly customerId: string };
  readonly params: { readonly id: string };
}

function queryOf({ session, params }: OutlookCall): OutlookQuery {
  return { customerId: session.customerId, cardId: parseId("card", params.id) };
}

export function registerOutlookRoutes(app: FastifyInstance, context: AppContext): void {
  const options = { limits: LIMITS };
  route(
    app,
    context,
    outlookEndpoints.getSafeToSpend,
    (call) => readSafeToSpend(context, { ...queryOf(call), locale: call.locale }),
    options,
  );
  route(
    app,
    context,
    outlookEndpoints.getCardHolds,
    (call) => readHolds(context, { ...queryOf(call), page: call.query }),
    options,
  );
  route(
    app,
    context,
    outlookEndpoints.getDeclineBudget,
    (call) => readDeclineBudget(context, { ...queryOf(call), locale: call.locale }),
    options,
  );
  route(
    app,
    context,
    outlookEndpoints.getLikelyCharges,
    (call) => readLikelyCharges(context, { ...queryOf(call), page: call.query }),
    options,
  );
}
