import type { Endpoint } from "@tessera/contract/endpoint";
import type { ZodMiniType, z } from "zod/mini";
import { cellRoutes } from "../cells/cell-routes.ts";
import { mergePages, type Order, type PageOfCell } from "../cells/merge-pages.ts";
import type { VouchedOperator } from "../cells/vouch.ts";
import type { AppContext } from "../context.ts";
import type { PlacedPage } from "../paging/pages.ts";
import { defineService } from "../service.ts";
import type { Call } from "./call.ts";
import { Refusal } from "./refusal.ts";

type BodyOf<E extends Endpoint> = E["success"]["body"] extends ZodMiniType
  ? z.output<E["success"]["body"]>
  : never;

/** A list whose pages are merged. Its handler returns a {@link PlacedPage}. */
interface MergedList<E extends Endpoint> {
  readonly orderOf: (call: Call<E>) => Order;
  readonly defaultLimit: number;
  /** Returns what the page has in addition to rows and a cursor. */
  readonly restOf?: (bodies: readonly BodyOf<E>[]) => Partial<BodyOf<E>>;
}

/** A cell's response to a call. */
export interface AnswerOfCell<Body> {
  readonly cell: number;
  readonly body: Body;
}

/** Figures that are added up. The first response is that of the operator's own cell. */
interface AddedFigures<E extends Endpoint> {
  readonly add: (answers: readonly AnswerOfCell<BodyOf<E>>[], call: Call<E>) => BodyOf<E>;
}

/** How the responses of all cells become one. */
export type OverCells<E extends Endpoint> = MergedList<E> | AddedFigures<E>;

/** A cell's part of a response for all cells. */
interface Part {
  readonly body: object;
  readonly places?: PageOfCell<object>["places"];
  readonly end?: PageOfCell<object>["end"];
}

/** How long to wait for the other cells, in milliseconds, before a response leaves them out. */
export const cellPatience = defineService("patience with other cells", () => ({ answerMs: 2_000 }));

/** Returns a cell's part of a response for all cells, as it is sent to the cell that asked. */
export function partOf(body: object, made: unknown): Part {
  const { places, end } = Object(made) as Partial<PlacedPage<unknown>>;
  return { body, ...(places !== undefined && { places }), ...(end !== undefined && { end }) };
}

interface Asking<E extends Endpoint> {
  readonly endpoint: E;
  readonly call: Call<E>;
  readonly over: OverCells<E>;
  readonly operator: VouchedOperator;
  /** Returns this cell's body, as it is sent, and what the handler returned. */
  readonly own: () => Promise<{ readonly body: object; readonly made: unknown }>;
}

/**
 * Returns the response of all cells to a call. Asks them side by side, and names those that do not
 * answer in time.
 *
 * @throws Refusal `rate_limited` if the operator has reached a limit of any cell
 */
export async function answerOfAll<E extends Endpoint>(
  context: AppContext,
  { endpoint, call, over, operator, own }: Asking<E>,
): Promise<object> {
  const { request } = call;
  const cells = context.use(cellRoutes);
  const { answerMs } = context.use(cellPatience);
  const schema = endpoint.success.body;
  const asked = cells.others().map(async (cell) => {
    const isOver = AbortSignal.timeout(answerMs);
    try {
      const part = { cell, path: request.raw.url ?? "", operator, isOver };
      const answer = (await inTime(cells.ask(request, part), isOver)) as Part;
      // A server of another version may send what this one does not know.
      const body = (schema as ZodMiniType<object>).parse(answer.body);
      return { cell, part: { ...answer, body }, limit: undefined };
    } catch (error) {
      context.log.warn({ requestId: request.id, cell, err: error }, "a cell did not answer");
      // Otherwise, a limit that was reached would look like a cell that is down.
      const isLimited = error instanceof Refusal && error.code === "rate_limited";
      return { cell, part: undefined, ...(isLimited && { limit: error }) };
    }
  });
  const { body, made } = await own();
  const mine = { cell: context.config.cell, part: partOf(body, made) };
  const others = await Promise.all(asked);
  const limited = others.find(({ limit }) => limit !== undefined);
  if (limited?.limit !== undefined) {
    throw limited.limit;
  }
  const parts = [mine, ...others];
  const answers = parts.flatMap(({ cell, part }) => (part === undefined ? [] : [{ cell, part }]));
  const unavailable = parts.flatMap(({ cell, part }) => (part === undefined ? [cell] : []));
  return { ...combined({ answers, made, over, call }), cells: { unavailable } };
}

function combined<E extends Endpoint>({
  answers,
  made,
  over,
  call,
}: {
  readonly answers: readonly { readonly cell: number; readonly part: Part }[];
  readonly made: unknown;
  readonly over: OverCells<E>;
  readonly call: Call<E>;
}): object {
  const bodies = answers.map(({ cell, part }) => ({ cell, body: part.body as BodyOf<E> }));
  if ("add" in over) {
    return Object(over.add(bodies, call));
  }
  const { limit = over.defaultLimit } = call.query as { readonly limit?: number };
  const pages = answers.map(({ cell, part: { body, places = [], end = null } }) => {
    const { data } = body as { readonly data: readonly object[] };
    return { cell, data, places, end };
  });
  const { data, end } = mergePages(pages, over.orderOf(call), limit);
  const { cursorAfter } = made as PlacedPage<unknown>;
  const rest = over.restOf?.(bodies.map(({ body }) => body));
  return { ...rest, data, nextCursor: end === null ? null : cursorAfter(end) };
}

/** Rejects as soon as the time is over, whether or not the work can be stopped. */
function inTime<T>(work: Promise<T>, isOver: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error("the cell did not answer in time"));
    isOver.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => isOver.removeEventListener("abort", stop));
  });
}

/** Returns the number in the header that names a cell. */
export function namedCell(text: string | readonly string[]): number {
  if (typeof text === "string" && /^[1-9]\d{0,2}$/.test(text)) {
    return Number(text);
  }
  throw new Refusal("malformed_request", { internal: "no cell has such a number" });
}
