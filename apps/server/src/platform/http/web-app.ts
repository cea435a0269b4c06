import { existsSync, readdirSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { join, sep } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Refusal } from "./refusal.ts";

/** Matches paths for which the console is never the response. */
const NOT_THE_CONSOLE =
  /^\/(?:api|mcp|sandbox|reference|healthz|readyz|metrics|openapi\.json)(?:[/?]|$)/;

const IMMUTABLE = "public, max-age=31536000, immutable";
/** Cached, but revalidated on every use, so that a new release takes effect immediately. */
const REVALIDATED = "no-cache";

/** Returns whether a request is for the console's files rather than for data. */
export function isForConsole(url: string): boolean {
  return !NOT_THE_CONSOLE.test(url);
}

interface Asked {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

function isRead(method: string | undefined): boolean {
  return method === "GET" || method === "HEAD";
}

/**
 * Returns whether a request is a browser navigation, which accepts HTML. Requests for scripts and
 * images do not accept HTML.
 */
function isNavigation({ method, url = "/", headers }: Asked): boolean {
  return isRead(method) && isForConsole(url) && headers.accept?.includes("text/html") === true;
}

/**
 * Returns whether a request is for a page of the console: a navigation, or a path without a file
 * extension.
 */
function wantsPage(request: Asked): boolean {
  const { method, url = "/" } = request;
  const [path = ""] = url.split("?");
  return (
    isNavigation(request) || (isRead(method) && isForConsole(url) && !/\.[a-z0-9]+$/i.test(path))
  );
}

/** Returns whether a URL's percent-encoded path decodes to valid UTF-8. */
export function canBeDecoded(url: string): boolean {
  try {
    decodeURI(url.split("?", 1)[0] ?? "");
    return true;
  } catch {
    return false;
  }
}

/** The route that handles every path that cannot be decoded. */
const UNDECODABLE = "/api/undecodable-path";

/**
 * Returns the URL to use for routing a request. The router would reject a path that cannot be
 * decoded before any hook runs and before the access log. Such a path is therefore routed to the
 * console if a browser navigates to it, and to {@link UNDECODABLE} otherwise.
 */
export function addressOf(request: Asked): string {
  const { url = "/" } = request;
  if (canBeDecoded(url)) {
    return url;
  }
  return isNavigation(request) ? "/" : UNDECODABLE;
}

/** Rejects every request for a path that cannot be decoded, before its body is read. */
export function refuseUndecodable(app: FastifyInstance): void {
  app.all(UNDECODABLE, {
    onRequest: async () => {
      throw new Refusal("malformed_request", { internal: "the path cannot be decoded" });
    },
    handler: () => undefined,
  });
}

/** Responds to requests for the console's pages and files. */
export interface WebApp {
  /** Returns whether a request should get the console's page as its response. */
  isPage(request: FastifyRequest): boolean;
  /** Returns whether a request's path is a page or file of the console, for any method. */
  isKnown(request: FastifyRequest): boolean;
}

const NO_WEB_APP: WebApp = { isPage: () => false, isKnown: () => false };

/** Lists the URL paths of all files in a folder. */
function filePathsOf(root: string): ReadonlySet<string> {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" });
  return new Set(files.map((file) => `/${file.replaceAll(sep, "/")}`));
}

/**
 * Serves the built console. Hashed files are cached for a year, and all other files are
 * revalidated. For any path that is not a file, serves the console's page, whose own router takes
 * over.
 */
export async function registerWebApp(app: FastifyInstance, root: string): Promise<WebApp> {
  if (!existsSync(join(root, "index.html"))) {
    return NO_WEB_APP;
  }
  const files = filePathsOf(root);
  await app.register(fastifyStatic, {
    root,
    cacheControl: false,
    preCompressed: true,
    decorateReply: true,
    setHeaders: (reply, path) => {
      reply.header("cache-control", path.includes("/assets/") ? IMMUTABLE : REVALIDATED);
    },
  });
  return {
    isPage: wantsPage,
    isKnown: ({ url }) =>
      files.has(url.split("?", 1)[0] ?? "") || wantsPage({ method: "GET", url, headers: {} }),
  };
}
