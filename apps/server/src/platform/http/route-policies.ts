import type { Access } from "@tessera/contract/endpoint";
import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Who can call the route. Only set for endpoints of the contract. */
    access?: Access;
  }
}

/** Routes outside the contract, and what protects each of them. */
const BESIDE_THE_CONTRACT: readonly { readonly path: RegExp; readonly guard: string }[] = [
  { path: /^\/(?:healthz|readyz)$/, guard: "tells nothing but that it lives" },
  { path: /^\/metrics$/, guard: "a token of its own, or the sandbox" },
  { path: /^\/(?:openapi\.json|reference(?:\/.*)?)$/, guard: "the published reference" },
  { path: /^\/sandbox\/mail(?:\/:id)?$/, guard: "registered in the sandbox only" },
  { path: /^\/sandbox\/authenticator$/, guard: "registered in the sandbox only" },
  { path: /^\/webhooks\/stripe$/, guard: "Stripe's signature" },
  { path: /^\/webhooks\/payout$/, guard: "the payout provider's signature" },
  { path: /^\/api\/events$/, guard: "a session, asked for again while it streams" },
  { path: /^\/api\/undecodable-path$/, guard: "refuses everything" },
  { path: /^(?:\/\*|\*)$/, guard: "the console's files, and the preflight answers of CORS" },
];

/**
 * Prevents the server from starting if a route has no access policy. Each route must be an endpoint
 * of the contract, or be in the list above.
 */
export function requirePolicies(app: FastifyInstance): void {
  app.addHook("onRoute", ({ method, url, config }) => {
    const isListed = BESIDE_THE_CONTRACT.some(({ path }) => path.test(url));
    if (config?.access === undefined && !isListed) {
      throw new Error(`${String(method)} ${url} has no access policy`);
    }
  });
}
