import { reservesEndpoints } from "@tessera/contract/money-movement/reserves.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { readReserves } from "./read-reserves.ts";

/** Registers the operators' call for the program's reserves. */
export function registerReservesRoutes(app: FastifyInstance, context: AppContext): void {
  route(app, context, reservesEndpoints.getReserves, () => readReserves(context));
}
