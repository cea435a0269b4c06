import type { FastifyInstance } from "fastify";
import createRouter from "find-my-way";
import { canBeDecoded } from "./web-app.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH"] as const;
type Method = (typeof METHODS)[number];

/** The allowed methods for each path. Callers pass paths as request URLs. */
export interface AllowedMethods {
  /** Returns all methods for a path. Returns an empty list if the path is unknown. */
  of(url: string): readonly string[];
  /**
   * Returns the methods of a path that is itself a route, such as `/api/logs/export`. Includes only
   * its own methods, even if its last segment also matches the parameter in `/api/logs/:id`.
   */
  ofLiteral(url: string): readonly string[] | undefined;
  /**
   * Returns the route template for a path, such as `/api/cards/:id`, for any method. Null if the
   * path is unknown.
   */
  routeOf(url: string): string | null;
}

function pathOf(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? "";
}

/**
 * Collects the routes that a server registers from now on. Excludes wildcard routes, which serve
 * the console's files and preflight requests.
 */
export function collectMethods(app: FastifyInstance): AllowedMethods {
  const router = createRouter();
  const literal = new Map<string, readonly Method[]>();
  app.addHook("onRoute", ({ method, url }) => {
    const methods = METHODS.filter((one) => [method].flat().includes(one));
    if (methods.length === 0 || url.includes("*")) {
      return;
    }
    router.on(methods, url, () => undefined, url);
    if (!url.includes(":")) {
      const all = [...(literal.get(url) ?? []), ...methods];
      literal.set(
        url,
        METHODS.filter((one) => all.includes(one)),
      );
    }
  });
  const ofLiteral = (url: string) => literal.get(pathOf(url));
  return {
    ofLiteral,
    of(url) {
      const path = pathOf(url);
      const found = () => METHODS.filter((method) => router.find(method, path) !== null);
      return ofLiteral(path) ?? (canBeDecoded(path) ? found() : []);
    },
    routeOf(url) {
      const path = pathOf(url);
      if (literal.has(path)) {
        return path;
      }
      const found = METHODS.map((method) => router.find(method, path)?.store);
      return found.find((route) => typeof route === "string") ?? null;
    },
  };
}
