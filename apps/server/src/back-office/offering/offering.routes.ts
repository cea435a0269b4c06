import { offeringEndpoints } from "@tessera/contract/back-office/offering.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { readOffering } from "./read-offering.ts";

export function registerOfferingRoutes(app: FastifyInstance, context: AppContext): void {
  route(app, context, offeringEndpoints.getOffering, async () => readOffering(context));
}
