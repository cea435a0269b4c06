import * as endpoints from "@tessera/contract/identity/accounts.endpoints";
import { getCaptcha, getCaptchaProof } from "@tessera/contract/identity/captcha.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { resetPassword } from "../passwords/index.ts";
import { readProfile } from "../people/index.ts";
import {
  registerCustomer,
  requestRegistration,
  sendCode,
  verifyEmail,
} from "../registration/index.ts";
import { prove } from "../second-factor/index.ts";
import { endSession, visitorOf } from "../sessions/index.ts";
import { issueCaptcha, issueCaptchaProof, signIn } from "../sign-in/index.ts";
import { presentProfile } from "./accounts.presenter.ts";
import { registerFactorRoutes } from "./factors.routes.ts";
import { registerSecurityRoutes } from "./security.routes.ts";

const MINUTE = 60;
const HOUR = 3_600;
/** For pictures and proofs of work together. */
const CAPTCHA_LIMIT = { bucket: "captcha", max: 20, windowSeconds: MINUTE, by: "ip" } as const;

/** Registers the calls of registration, sign-in, profile and sessions. */
export function registerAccountsRoutes(app: FastifyInstance, context: AppContext): void {
  registerOpening(app, context);
  registerSigningIn(app, context);
  registerOwnSession(app, context);
  registerSecurityRoutes(app, context);
  registerFactorRoutes(app, context);
}

function registerOpening(app: FastifyInstance, context: AppContext): void {
  route(
    app,
    context,
    getCaptcha,
    async ({ reply }) => {
      const { id, image } = await issueCaptcha(context);
      reply.header("x-captcha-id", id).type("image/png");
      return image;
    },
    { limits: [CAPTCHA_LIMIT] },
  );
  route(app, context, getCaptchaProof, () => issueCaptchaProof(context), {
    limits: [CAPTCHA_LIMIT],
  });
  route(
    app,
    context,
    endpoints.sendCode,
    ({ body, locale, ip }) => sendCode(context, { ...body, locale, ip }),
    { limits: [{ bucket: "send-code", max: 30, windowSeconds: HOUR, by: "ip" }] },
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
      const asked = { email, password, captchaId, captchaCode, locale, visitor };
      await requestRegistration(context, asked);
      return { status: "verification-sent" as const };
    },
    {
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
    { limits: [{ bucket: "verify-email", max: 20, windowSeconds: MINUTE, by: "ip" }] },
  );
}

function registerSigningIn(app: FastifyInstance, context: AppContext): void {
  route(
    app,
    context,
    endpoints.login,
    async ({ body, request, requestId }) => {
      const { token, person } = await signIn(context, {
        name: body.username,
        password: body.password,
        remember: body.remember ?? false,
        visitor: visitorOf(request),
        requestId,
      });
      return { token, ...presentProfile(person) };
    },
    {
      limits: [
        { bucket: "login-burst", max: 5, windowSeconds: 10, by: "ip" },
        { bucket: "login-hour", max: 60, windowSeconds: HOUR, by: "ip" },
      ],
    },
  );
  route(
    app,
    context,
    endpoints.resetPassword,
    async ({ body, requestId }) => {
      await resetPassword(context, { ...body, requestId });
      return { status: "reset" as const };
    },
    {
      limits: [
        { bucket: "reset", max: 30, windowSeconds: HOUR, by: "ip" },
        { bucket: "reset-code", max: 25, windowSeconds: HOUR, by: ({ body }) => body.email },
      ],
    },
  );
}

function registerOwnSession(app: FastifyInstance, context: AppContext): void {
  route(app, context, endpoints.getProfile, async ({ session }) =>
    presentProfile(await readProfile(context, session)),
  );
  route(app, context, endpoints.logout, async ({ session, requestId, reply }) => {
    await endSession(context, session, requestId);
    // Not "storage": theme, language and dismissed announcements outlast a session.
    reply.header("clear-site-data", '"cache"');
    return undefined;
  });
  route(
    app,
    context,
    endpoints.createProof,
    async ({ session, body, requestId }) => {
      const { subject, ...given } = body;
      const { proof, expiresAt } = await prove(context, { session, given, subject, requestId });
      return { proof, expiresAt: expiresAt.toISOString() };
    },
    {
      limits: [
        { bucket: "proof", max: 10, windowSeconds: 5 * MINUTE, by: "customer" },
        { bucket: "proof-hour", max: 40, windowSeconds: HOUR, by: "customer" },
      ],
    },
  );
}
