import { login } from "@tessera/contract/identity/accounts.endpoints";
import { getCaptcha, getCaptchaProof } from "@tessera/contract/identity/captcha.endpoints";
import { completeLogin } from "@tessera/contract/identity/factors.endpoints";
import type { FastifyInstance } from "fastify";
import { cellOfChallenge } from "../../platform/cells/cell-of-token.ts";
import { cellRoutes } from "../../platform/cells/cell-routes.ts";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { presentProfile } from "../people/index.ts";
import { visitorOf } from "../sessions/index.ts";
import { issueCaptcha, issueCaptchaProof } from "./captcha.ts";
import { completeSignIn } from "./complete-sign-in.ts";
import { signIn } from "./sign-in.ts";
import { CAPTCHA_LIMITS, SECOND_FACTOR_LIMITS, SIGN_IN_LIMITS } from "./sign-in-limits.ts";

/** Registers the calls for captchas and for signing in, in one or two steps. */
export function registerSignInRoutes(app: FastifyInstance, context: AppContext): void {
  registerCaptchas(app, context);
  registerPassword(app, context);
  registerSecondStep(app, context);
}

function registerCaptchas(app: FastifyInstance, context: AppContext): void {
  route(
    app,
    context,
    getCaptcha,
    async ({ reply }) => {
      const { id, image } = await issueCaptcha(context);
      reply.header("x-captcha-id", id).type("image/png");
      return image;
    },
    { limits: CAPTCHA_LIMITS },
  );
  route(app, context, getCaptchaProof, () => issueCaptchaProof(context), {
    limits: CAPTCHA_LIMITS,
  });
}

function registerPassword(app: FastifyInstance, context: AppContext): void {
  route(
    app,
    context,
    login,
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
      cellOf: ({ body }) => context.use(cellRoutes).ofSignIn(body.username),
      limits: SIGN_IN_LIMITS,
    },
  );
}

function registerSecondStep(app: FastifyInstance, context: AppContext): void {
  route(
    app,
    context,
    completeLogin,
    async ({ body, request, requestId }) => {
      const { challenge, ...given } = body;
      const visitor = visitorOf(request);
      const input = { challenge, given, visitor, requestId };
      const { token, person } = await completeSignIn(context, input);
      return { token, ...presentProfile(person) };
    },
    { cellOf: ({ body }) => cellOfChallenge(body.challenge), limits: SECOND_FACTOR_LIMITS },
  );
}
