import { legalEndpoints } from "@tessera/contract/identity/legal.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { presentFeeSchedule } from "./fee-schedule.presenter.ts";
import { feeScheduleAt } from "./fee-schedule.ts";

/** Registers the endpoint that returns the fees in force. */
export function registerPricingRoutes(app: FastifyInstance, context: AppContext): void {
  route(app, context, legalEndpoints.getFeeSchedule, async () =>
    presentFeeSchedule(await feeScheduleAt(context.db.kysely, context.clock.now())),
  );
}
