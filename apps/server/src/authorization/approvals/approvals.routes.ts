import { riskEndpoints } from "@tessera/contract/authorization/risk.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import { authorOf } from "../rules/index.ts";
import { answerReview } from "./decide-review.ts";

const CHANGES = [{ bucket: "risk-minute", max: 60, windowSeconds: 60, by: "customer" }] as const;

/** Registers the endpoints for reviewing payments held for approval. */
export function registerApprovalsRoutes(app: FastifyInstance, context: AppContext): void {
  route(
    app,
    context,
    riskEndpoints.approveReview,
    async (call) =>
      answerReview(context, authorOf(call), parseId("rev", call.params.id), "approved"),
    { limits: CHANGES },
  );
  route(
    app,
    context,
    riskEndpoints.declineReview,
    async (call) =>
      answerReview(context, authorOf(call), parseId("rev", call.params.id), "declined"),
    { limits: CHANGES },
  );
}
