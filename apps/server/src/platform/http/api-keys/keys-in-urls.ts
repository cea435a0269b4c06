import type { FastifyInstance } from "fastify";
import { keyInUrl } from "../../crypto/api-key-text.ts";
import { Refusal } from "../refusal.ts";
import type { ApiKeys } from "./admit-key.ts";

/**
 * Refuses every request whose URL contains an API key, and revokes the key: URLs end up in logs of
 * proxies, in histories and in bookmarks. Applies to every path, also to those without a route.
 */
export function refuseKeysInUrls(
  app: FastifyInstance,
  revokeExposed: ApiKeys["revokeExposed"],
): void {
  app.addHook("onRequest", async (request) => {
    const text = keyInUrl(request.originalUrl);
    if (text === undefined) {
      return;
    }
    await revokeExposed(text, request.id);
    throw new Refusal("api_key_in_url");
  });
}
