import scalar from "@scalar/fastify-api-reference";
import type { Endpoint } from "@tessera/contract/endpoint";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "./context.ts";
import { openApiDocument } from "./openapi.ts";
import { securityHeaders } from "./security-headers.ts";

/** `/openapi.json`, and `/reference`, where people read it. All of it is served from here. */
export async function registerReference(
  app: FastifyInstance,
  context: AppContext,
  endpoints: readonly Endpoint[],
): Promise<void> {
  const { reference } = securityHeaders(context.config);
  let document: string | undefined;
  app.get("/openapi.json", async (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(endpoints, context.config.publicUrl));
    return reply.type("application/json; charset=utf-8").send(document);
  });
  await app.register((scope, _options, done) => {
    scope.addHook("onRequest", async (_request, reply) => {
      reply.removeHeader("cache-control").headers(reference);
    });
    scope.register(scalar, {
      routePrefix: "/reference",
      configuration: {
        url: "/openapi.json",
        pageTitle: "Tessera API",
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
      },
    });
    done();
  });
}
