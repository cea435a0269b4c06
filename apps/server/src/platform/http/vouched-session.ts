import type { Endpoint } from "@tessera/contract/endpoint";
import type { FastifyRequest } from "fastify";
import { cellRoutes } from "../cells/cell-routes.ts";
import { bodyHashOf, VOUCH_HEADER, VOUCH_LIFETIME_MS } from "../cells/vouch.ts";
import type { AppContext } from "../context.ts";
import { defineService } from "../service.ts";
import type { OperatorsOfCells, Session } from "./authentication.ts";
import { Refusal } from "./refusal.ts";

/** The payloads of operators' vouches that this process accepted, and how long it keeps them. */
const acceptedVouches = defineService("accepted vouches", () => new Map<string, number>());

function refused(internal: string): Refusal {
  return new Refusal("malformed_request", { internal });
}

/** Accepts a vouch once, so that a copy of it repeats no act at this server. */
function takeOnce(context: AppContext, vouch: string): boolean {
  const [payload = ""] = vouch.split(".");
  const accepted = context.use(acceptedVouches);
  const now = performance.now();
  for (const [other, until] of accepted) {
    if (until > now) {
      break;
    }
    accepted.delete(other);
  }
  if (accepted.has(payload)) {
    return false;
  }
  // A vouch from a server whose clock is ahead stays fresh for twice as long.
  accepted.set(payload, now + 2 * VOUCH_LIFETIME_MS);
  return true;
}

/**
 * Returns the session of an operator of another cell, for whom that cell vouches. Undefined if the
 * request comes from nobody of that kind.
 *
 * @throws Refusal `malformed_request` if the call is not one that a vouch is valid for
 */
export async function vouchedSession(
  context: AppContext,
  operators: OperatorsOfCells,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Session | undefined> {
  const operator = request.vouch?.operator;
  if (operator === undefined) {
    return undefined;
  }
  const isOfFirst = context.use(cellRoutes).first() === context.config.cell;
  const { access, cells } = endpoint;
  if (access !== "operator" || cells === "own" || (cells === "program" && !isOfFirst)) {
    throw refused("an operator of another cell cannot make this call here");
  }
  if (operator.homeCell === context.config.cell) {
    throw refused("the cell vouches for an operator of this cell");
  }
  if (!takeOnce(context, String(request.headers[VOUCH_HEADER]))) {
    throw refused("the vouch was used before");
  }
  return operators.admit(operator, request.id);
}

/**
 * Checks that the body is the one that an operator's vouch is for, and that the operator's cell has
 * checked a step-up token if the call needs one. Does nothing for other requests.
 *
 * @throws Refusal `malformed_request`, `proof_required`
 */
export function requireVouchedCall(endpoint: Endpoint, request: FastifyRequest): void {
  const operator = request.vouch?.operator;
  if (operator === undefined) {
    return;
  }
  if (operator.bodyHash !== bodyHashOf(request.rawBody)) {
    throw refused("the vouch is for another body");
  }
  if (endpoint.proof !== undefined && endpoint.proof !== false && !operator.isProven) {
    throw new Refusal("proof_required");
  }
}
