import type { FastifyRequest } from "fastify";
import { Refusal } from "./refusal.ts";
import { isForConsole } from "./web-app.ts";

const RETRY_SECONDS = 5;

/**
 * What a server that can't keep up does with a request: calls are refused, to be made again, and
 * the console's files are served all the same. They cost little, and a customer who reloads would
 * otherwise read a problem in JSON in place of the page that could explain it.
 *
 * @throws Refusal `overloaded`
 */
export async function shedLoad({ url }: Pick<FastifyRequest, "url">): Promise<void> {
  if (!isForConsole(url)) {
    throw new Refusal("overloaded", { retryAfterSeconds: RETRY_SECONDS });
  }
}
