import type { Endpoint } from "@tessera/contract/endpoint";
import { visibleText } from "@tessera/contract/visible-text";
import type { FastifyReply } from "fastify";
import { cellRoutes, ElsewhereError } from "../cells/cell-routes.ts";
import { CELL_HEADER } from "../cells/passed-headers.ts";
import { bodyHashOf, MAX_PASSES } from "../cells/vouch.ts";
import type { AppContext } from "../context.ts";
import { send } from "./answer-once.ts";
import {
  type Authenticator,
  type OperatorsOfCells,
  requireProof,
  type Session,
} from "./authentication.ts";
import type { Call } from "./call.ts";
import { answerOfAll, namedCell, type OverCells, partOf } from "./over-cells.ts";
import { Refusal } from "./refusal.ts";
import { requireVouchedCall } from "./vouched-session.ts";

/**
 * Returns the cell that a call without a session belongs to, or undefined if any cell can answer
 * it.
 */
export type CellOf<E extends Endpoint> = (
  call: Call<E>,
) => Promise<number | undefined> | number | undefined;

/** A call in a program with several cells, and the ways to answer it. */
interface CellCall<E extends Endpoint> {
  readonly endpoint: E;
  readonly call: Call<E>;
  readonly routing: {
    readonly authenticator: Authenticator;
    readonly operators: OperatorsOfCells;
  };
  readonly cellOf: CellOf<E> | undefined;
  readonly over: OverCells<E> | undefined;
  /** Answers the call in this cell. */
  readonly answer: () => Promise<FastifyReply>;
  /** Returns the body of this cell's response, as it is sent, and what the handler returned. */
  readonly own: () => Promise<{ readonly body: object; readonly made: unknown }>;
}

/**
 * Answers a call, or passes it on to the cell that it belongs to: the one that an operator names,
 * that the route determines from its input, or that the operation finds. A call that came from
 * another cell is passed on only by the operation, and no more than twice in all.
 */
export async function inItsCell<E extends Endpoint>(
  context: AppContext,
  given: CellCall<E>,
): Promise<FastifyReply> {
  const { endpoint, call, answer, over, own } = given;
  const { request, reply } = call;
  const cells = context.use(cellRoutes);
  requireVouchedCall(endpoint, request);
  if (endpoint.access === "operator" && request.session !== null) {
    if (request.vouch?.operator?.isPart === true && over !== undefined) {
      const { body, made } = await own();
      return sendJson(endpoint, reply, partOf(body, made));
    }
    return request.vouch?.operator === undefined
      ? answerOperator(context, given, request.session)
      : answer();
  }
  const isNew = request.vouch === null;
  const cell = isNew ? await given.cellOf?.(call) : undefined;
  if (cells.isElsewhere(cell)) {
    return cells.passOn(request, reply, { cell });
  }
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof ElsewhereError) || (request.vouch?.passes ?? 0) >= MAX_PASSES) {
      throw error;
    }
    return cells.passOn(request, reply, error);
  }
}

/** Answers the call of an operator who has signed in in this cell. */
async function answerOperator<E extends Endpoint>(
  context: AppContext,
  { endpoint, call, routing, over, answer, own }: CellCall<E>,
  session: Session,
): Promise<FastifyReply> {
  const { request, reply } = call;
  const cells = context.use(cellRoutes);
  const named = request.headers[CELL_HEADER];
  const given = named === undefined ? undefined : namedCell(named);
  const only = { all: undefined, own: context.config.cell, program: cells.first(), one: undefined }[
    endpoint.cells ?? "one"
  ];
  if (only !== undefined && given !== undefined && given !== only) {
    throw new Refusal("malformed_request", { internal: `only cell ${only} answers this call` });
  }
  const cell = only ?? given;
  const vouched = async (checked: { readonly isPart: boolean; readonly isProven: boolean }) => ({
    ...(await routing.operators.factsOf(session)),
    ...{ sessionId: session.sessionId, bodyHash: bodyHashOf(request.rawBody), ...checked },
  });
  if (cell === undefined && over !== undefined) {
    const operator = await vouched({ isPart: true, isProven: false });
    const body = await answerOfAll(context, { endpoint, call, over, operator, own });
    return sendJson(endpoint, reply, body);
  }
  if (cell === undefined || cell === context.config.cell) {
    return answer();
  }
  if (!cells.isElsewhere(cell)) {
    throw new Refusal("malformed_request", { internal: "the program has no such cell" });
  }
  const isProven = endpoint.proof === true;
  if (isProven) {
    await requireProof(routing.authenticator, session, request);
  }
  const operator = await vouched({ isPart: false, isProven });
  return cells.passOn(request, reply, { cell, settled: { operator } });
}

function sendJson(endpoint: Endpoint, reply: FastifyReply, body: object): FastifyReply {
  return send(reply, endpoint.success.status, visibleText(JSON.stringify(body)));
}
