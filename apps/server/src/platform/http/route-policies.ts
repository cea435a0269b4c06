import type { Access } from "@tessera/contract/endpoint";
import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Who can call the route. Set only for endpoints in the contract. */
    access?: Access;
  }
}

/** Routes outside the contract, and what protects each of them. */
const OUTSIDE_THE_CONTRACT: readonly { readonly path: RegExp; readonly guard: string }[] = [
  { path: /^\/(?:healthz|readyz)$/, guard: "reveals only whether the server is up" },
  { path: /^\/metrics$/, guard: "a separate token, or the sandbox" },
  { path: /^\/(?:openapi\.json|reference(?:\/.*)?)$/, guard: "the published reference" },
  { path: /^\/sandbox\/mail(?:\/:id)?$/, guard: "exists only in the sandbox" },
  { path: /^\/sandbox\/authenticator$/, guard: "exists only in the sandbox" },
  { path: /^\/webhooks\/stripe$/, guard: "Stripe's signature" },
  { path: /^\/webhooks\/payout$/, guard: "the payout provider's signature" },
  { path: /^\/mcp$/, guard: "an API key; each tool is a call of the contract" },
  { path: /^\/api\/events$/, guard: "a session, checked again while it streams" },
  { path: /^\/api\/undecodable-path$/, guard: "rejects every request" },
  { path: /^(?:\/\*|\*)$/, guard: "the console's files, and responses to CORS preflight requests" },
];

/**
 * Prevents the server from starting if a route has no access policy. Each route must either be an
 * endpoint in the contract or be listed above.
 */
export function requirePolicies(app: FastifyInstance): void {
  app.addHook("onRoute", ({ method, url, config }) => {
    const isListed = OUTSIDE_THE_CONTRACT.some(({ path }) => path.test(url));
    if (config?.access === undefined && !isListed) {
      throw new Error(`${String(method)} ${url} has no access policy`);
    }
  });
}
