import * as endpoints from "@tessera/contract/identity/accounts.endpoints";
import type { FastifyInstance } from "fastify";
import { cellOfLink } from "../../platform/cells/cell-of-link.ts";
import { cellOfCaptcha } from "../../platform/cells/cell-of-token.ts";
import { cellRoutes } from "../../platform/cells/cell-routes.ts";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { presentProfile } from "../people/index.ts";
import { visitorOf } from "../sessions/index.ts";
import { registerCustomer } from "./register-customer.ts";
import { requestRegistration } from "./request-registration.ts";
import { sendCode } from "./send-code.ts";
import { verifyEmail } from "./verify-email.ts";

const MINUTE = 60;
const HOUR = 3_600;

/** Registers the calls to open an account and to verify the email. */
export function registerRegistrationRoutes(app: FastifyInstance, context: AppContext): void {
  route(
    app,
    context,
    endpoints.sendCode,
    ({ body, locale, ip, request }) => {
      const settled = { captchaId: request.vouch?.captchaId };
      return sendCode(context, { ...body, locale, ip, settled });
    },
    {
      cellOf: ({ body }) => cellOfCaptcha(body.captchaId),
      limits: [{ bucket: "send-code", max: 30, windowSeconds: HOUR, by: "ip" }],
    },
  );
  route(
    app,
    context,
    endpoints.register,
    async ({ body, locale, request, requestId }) => {
      const visitor = visitorOf(request);
      const { email, password, code, captchaId = "", captchaCode = "" } = body;
      if (code !== undefined) {
        await registerCustomer(context, { email, password, code, locale, visitor, requestId });
        return { status: "active" as const };
      }
      const settled = { captchaId: request.vouch?.captchaId };
      const asked = { email, password, captchaId, captchaCode, locale, visitor, settled };
      await requestRegistration(context, asked);
      return { status: "verification-sent" as const };
    },
    {
      cellOf: ({ body: { captchaId, email } }) =>
        captchaId === undefined ? context.use(cellRoutes).ofName(email) : cellOfCaptcha(captchaId),
      limits: [
        { bucket: "register", max: 30, windowSeconds: HOUR, by: "ip" },
        { bucket: "register-code", max: 25, windowSeconds: HOUR, by: ({ body }) => body.email },
      ],
    },
  );
  route(
    app,
    context,
    endpoints.verifyEmail,
    async ({ body, request, requestId }) => {
      const visitor = visitorOf(request);
      const { token, person } = await verifyEmail(context, { ...body, visitor, requestId });
      return { token, ...presentProfile(person) };
    },
    {
      cellOf: ({ body }) => cellOfLink(context, body.token),
      limits: [{ bucket: "verify-email", max: 20, windowSeconds: MINUTE, by: "ip" }],
    },
  );
}
