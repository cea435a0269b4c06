import type { FastifyRequest } from "fastify";
import { Refusal } from "../http/refusal.ts";
import { isForConsole } from "../http/web-app.ts";
import { urgencyOf } from "./admission.ts";

const RETRY_SECONDS = 5;
/** Calls that move money are refused last: when the process is this late. */
const MONEY_DELAY_MS = 3_000;

type Asked = Pick<FastifyRequest, "url"> & Partial<Pick<FastifyRequest, "method" | "routeOptions">>;

/**
 * What a server that can't keep up does with a request: calls are refused, to be made again, and
 * the console's files are served all the same. They cost little, and a customer who reloads would
 * otherwise read a problem in JSON in place of the page that could explain it.
 *
 * @param lateMs how late the process runs what is due, in milliseconds
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
