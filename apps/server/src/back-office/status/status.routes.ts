import { statusEndpoints } from "@tessera/contract/back-office/status.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { readStatus } from "./read-status.ts";

export function registerStatusRoutes(app: FastifyInstance, context: AppContext): void {
  route(app, context, statusEndpoints.getServiceStatus, () => readStatus(context));
}
