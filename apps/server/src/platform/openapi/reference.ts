import scalar from "@scalar/fastify-api-reference";
import type { Endpoint } from "@tessera/contract/endpoint";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "../context.ts";
import { securityHeaders } from "../http/security-headers.ts";
import { openApiDocument } from "./openapi.ts";

const CONFIGURATION = {
  url: "/openapi.json",
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  // Disables Scalar's online services, which the content security policy blocks.
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: "never",
} as const;

const START_SCRIPT_URL = "/reference/js/start.js";
const START_SCRIPT = `Scalar.createApiReference("#app", ${JSON.stringify(CONFIGURATION)});\n`;

/**
 * The reference page. It replaces Scalar's page, because that page has an inline script, and the
 * console stores its session token on the same origin.
 */
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <title>Tessera API</title>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
  </head>
  <body>
    <div id="app"></div>
    <script src="js/scalar.js"></script>
    <script src="js/start.js"></script>
  </body>
</html>
`;

/**
 * Serves the page above instead of Scalar's. The script and the redirect still come from Scalar.
 */
function replacePage(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (request.routeOptions.url === "/reference/") {
    reply.type("text/html; charset=utf-8").send(PAGE);
  } else {
    done();
  }
}

/**
 * Registers `/openapi.json` and, for human readers, `/reference`. Both are served entirely from
 * this server.
 */
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
    scope.get(START_SCRIPT_URL, async (_request, reply) =>
      reply.type("text/javascript; charset=utf-8").send(START_SCRIPT),
    );
    scope.register(scalar, {
      routePrefix: "/reference",
      configuration: CONFIGURATION,
      hooks: { onRequest: replacePage },
    });
    done();
  });
}
