import { emailChangeEndpoints } from "@tessera/contract/identity/email-change.endpoints";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { cancelChange } from "./cancel-change.ts";
import { confirmChange } from "./confirm-change.ts";
import { presentStanding } from "./email-change.presenter.ts";
import { getChange } from "./get-change.ts";
import { requestChange } from "./request-change.ts";
import { resendCode } from "./resend-code.ts";

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;
const RESEND_SECONDS = 60;

/** Registers the calls to request, confirm and cancel an email change. */
export function registerEmailChangeRoutes(app: FastifyInstance, context: AppContext): void {
  const on = emailChangeEndpoints;
  route(app, context, on.getEmailChange, async ({ session }) => {
    const { email, open } = await getChange(context, session);
    return presentStanding(email, open);
  });
  registerCodes(app, context);
  route(
    app,
    context,
    on.confirmEmailChange,
    async ({ session, body, requestId }) => {
      const outcome = await confirmChange(context, { session, code: body.code, requestId });
      const { email, open } = await getChange(context, session);
      return { outcome, ...presentStanding(email, open) };
    },
    {
      movesNoMoney: true,
      limits: [{ bucket: "email-confirm", max: 25, windowSeconds: HOUR, by: "customer" }],
    },
  );
  route(
    app,
    context,
    on.cancelEmailChange,
    async ({ session, requestId }) => {
      await cancelChange(context, { session, requestId });
      return undefined;
    },
    { limits: [{ bucket: "email-cancel", max: 20, windowSeconds: MINUTE, by: "customer" }] },
  );
}

function registerCodes(app: FastifyInstance, context: AppContext): void {
  const on = emailChangeEndpoints;
  route(
    app,
    context,
    on.requestEmailChange,
    async ({ session, body, request, requestId }) => {
      const proof = request.headers["x-proof"];
      const asked = { session, email: body.email, proof, requestId };
      const { email, open } = await requestChange(context, asked);
      return { ...presentStanding(email, open), retryAfterSeconds: RESEND_SECONDS };
    },
    {
      movesNoMoney: true,
      // Also limited per recipient, across all callers, so that nobody can flood a mailbox.
      limits: [
        { bucket: "email-change", max: 6, windowSeconds: HOUR, by: "customer" },
        { bucket: "email-change-day", max: 12, windowSeconds: DAY, by: "customer" },
        { bucket: "email-change-to", max: 6, windowSeconds: HOUR, by: ({ body }) => body.email },
      ],
    },
  );
  route(
    app,
    context,
    on.resendEmailCode,
    async ({ session }) => {
      const { email, open } = await resendCode(context, session);
      return { ...presentStanding(email, open), retryAfterSeconds: RESEND_SECONDS };
    },
    {
      limits: [
        { bucket: "email-code", max: 1, windowSeconds: RESEND_SECONDS, by: "customer" },
        { bucket: "email-code-hour", max: 6, windowSeconds: HOUR, by: "customer" },
      ],
    },
  );
}
