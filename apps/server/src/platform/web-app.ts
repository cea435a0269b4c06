import { existsSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Paths that never answer with the console. */
const NOT_THE_CONSOLE =
  /^\/(?:api|sandbox|reference|healthz|readyz|metrics|openapi\.json)(?:[/?]|$)/;

const IMMUTABLE = "public, max-age=31536000, immutable";
/** Kept, but asked about each time, so that a new release shows at once. */
const REVALIDATED = "no-cache";

/** Whether a request is for the console's files rather than for data. */
export function isForConsole(url: string): boolean {
  return !NOT_THE_CONSOLE.test(url);
}

function wantsPage(request: FastifyRequest): boolean {
  const [path = ""] = request.url.split("?");
  return request.method === "GET" && isForConsole(request.url) && !/\.[a-z0-9]+$/i.test(path);
}

/**
 * Serves the built console: hashed files for a year, everything else revalidated, and its page at
 * every path that is not a file, where the console's own router takes over.
 *
 * @returns whether a request that no route took is answered with the console's page
 */
export async function registerWebApp(
  app: FastifyInstance,
  root: string,
): Promise<(request: FastifyRequest) => boolean> {
  if (!existsSync(join(root, "index.html"))) {
    return () => false;
  }
  await app.register(fastifyStatic, {
    root,
    cacheControl: false,
    preCompressed: true,
    decorateReply: true,
    setHeaders: (reply, path) => {
      reply.header("cache-control", path.includes("/assets/") ? IMMUTABLE : REVALIDATED);
    },
  });
  return wantsPage;
}
