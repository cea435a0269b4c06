import { LOCALES } from "@tessera/contract/errors/locales";
import { sandboxMail } from "@tessera/contract/simulator/sandbox.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { localeOf } from "../../platform/http/error-answers.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { route } from "../../platform/http/route.ts";
import { securityHeaders } from "../../platform/http/security-headers.ts";
import { mailboxPage, mailFrame } from "./mailbox-page.ts";
import { findStoredMail, readMailbox } from "./read-mailbox.ts";

/** Registers the sandbox's mailbox, as an API and as a page. */
export function registerMailRoutes(app: FastifyInstance, context: AppContext): void {
  route(app, context, sandboxMail, async ({ query }) => {
    const mails = await readMailbox(context, query.to);
    return { data: mails.map((mail) => ({ ...mail, sentAt: mail.sentAt.toISOString() })) };
  });
  if (context.config.mode !== "sandbox") {
    return;
  }
  const { mailbox: pageHeaders } = securityHeaders(context.config);
  app.get<{ Querystring: { lang?: unknown } }>("/sandbox/mail", async (request, reply) => {
    const chosen = LOCALES.find((locale) => locale === request.query.lang);
    const mails = await readMailbox(context);
    return reply
      .headers(pageHeaders)
      .type("text/html; charset=utf-8")
      .send(mailboxPage(mails, chosen ?? localeOf(request)));
  });
  app.get<{ Params: { id: string } }>("/sandbox/mail/:id", async ({ params }, reply) => {
    const mail = await findStoredMail(context, params.id);
    if (mail === undefined) {
      throw new Refusal("not_found");
    }
    return reply
      .headers(pageHeaders)
      .header("content-security-policy", mailFrame.policy)
      .header("x-frame-options", "SAMEORIGIN")
      .type("text/html; charset=utf-8")
      .send(mail.html);
  });
}
