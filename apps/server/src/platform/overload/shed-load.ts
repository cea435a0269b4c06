import type { FastifyRequest } from "fastify";
import { Refusal } from "../http/refusal.ts";
import { isForConsole } from "../http/web-app.ts";
import { urgencyOf } from "./admission.ts";

const RETRY_SECONDS = 5;
/** Event-loop delay in milliseconds above which even calls that move money are rejected. */
const MONEY_DELAY_MS = 3_000;

type Asked = Pick<FastifyRequest, "url"> & Partial<Pick<FastifyRequest, "method" | "routeOptions">>;

/**
 * Handles a request while the server is overloaded. Rejects calls, which the client can retry, but
 * still serves the console's files. Files cost little, and without them, a customer who reloads
 * would get a JSON problem instead of the page that can explain it.
 *
 * @param lateMs the event-loop delay, in milliseconds
 * @throws Refusal `overloaded`
 */
export async function shedLoad(
  { url, method = "GET", routeOptions }: Asked,
  _reply?: unknown,
  _pressure?: unknown,
  lateMs = Number.POSITIVE_INFINITY,
): Promise<void> {
  const isMoney = routeOptions !== undefined && urgencyOf({ method, routeOptions }) === "money";
  if (!isForConsole(url) && !(isMoney && lateMs < MONEY_DELAY_MS)) {
    throw new Refusal("overloaded", { retryAfterSeconds: RETRY_SECONDS });
  }
}
