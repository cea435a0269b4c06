import { legalEndpoints } from "@tessera/contract/legal/legal.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/route.ts";
import { feeScheduleAt } from "./fee-schedule.ts";
import { presentFeeSchedule } from "./legal.presenter.ts";

export function registerLegalRoutes(app: FastifyInstance, context: AppContext): void {
  route(app, context, legalEndpoints.getFeeSchedule, async () =>
    presentFeeSchedule(await feeScheduleAt(context.db.kysely, context.clock.now())),
  );
}
