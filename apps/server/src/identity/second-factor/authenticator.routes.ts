import { LOCALES } from "@tessera/contract/errors/locales";
import { sandboxAuthenticator } from "@tessera/contract/simulator/sandbox.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { localeOf } from "../../platform/http/error-answers.ts";
import { route } from "../../platform/http/route.ts";
import { securityHeaders } from "../../platform/http/security-headers.ts";
import { readAuthenticator } from "./authenticator.ts";
import { authenticatorPage } from "./authenticator-page.ts";

/**
 * Registers the calls that show the demo's authenticator codes in the sandbox, as JSON and as a
 * page.
 */
export function registerAuthenticatorRoutes(app: FastifyInstance, context: AppContext): void {
  route(app, context, sandboxAuthenticator, async () => {
    const codes = await readAuthenticator(context);
    return {
      data: codes.map((shown) => ({ ...shown, expiresAt: shown.expiresAt.toISOString() })),
    };
  });
  if (context.config.mode !== "sandbox") {
    return;
  }
  const { mailbox: pageHeaders } = securityHeaders(context.config);
  app.get<{ Querystring: { lang?: unknown } }>("/sandbox/authenticator", async (request, reply) => {
    const chosen = LOCALES.find((locale) => locale === request.query.lang);
    const codes = await readAuthenticator(context);
    return reply
      .headers(pageHeaders)
      .type("text/html; charset=utf-8")
      .send(authenticatorPage(codes, context.clock.now(), chosen ?? localeOf(request)));
  });
}
