import { closingEndpoints } from "@tessera/contract/identity/account-closing.endpoints";
import type { FastifyInstance } from "fastify";
import { cellOfLink } from "../../platform/cells/cell-of-link.ts";
import type { AppContext } from "../../platform/context.ts";
import { route } from "../../platform/http/route.ts";
import { cancelByLink, cancelClosing } from "./cancel-closing.ts";
import { nameRemaining } from "./name-remaining.ts";
import { readClosing, readCurrentClosing } from "./read-closing.ts";
import { askClosing } from "./request-closing.ts";

const MINUTE = 60;
const HOUR = 3_600;

/**
 * Registers the calls to preview, request and cancel an account closure, including the call for the
 * “not me” link.
 */
export function registerAccountClosingRoutes(app: FastifyInstance, context: AppContext): void {
  const on = closingEndpoints;
  route(
    app,
    context,
    on.getAccountClosing,
    ({ session }) => readClosing(context, session.customerId),
    {
      limits: [{ bucket: "closing-read", max: 60, windowSeconds: MINUTE, by: "customer" }],
    },
  );
  route(
    app,
    context,
    on.getCurrentClosing,
    ({ session }) => readCurrentClosing(context, session.customerId),
    { limits: [{ bucket: "closing-current", max: 60, windowSeconds: MINUTE, by: "customer" }] },
  );
  route(
    app,
    context,
    on.askAccountClosing,
    async ({ session, body, idempotencyKey, request, requestId }) => {
      const proof = request.headers["x-proof"];
      await askClosing(context, { ...body, session, proof, idempotencyKey, requestId });
      return readClosing(context, session.customerId);
    },
    {
      movesNoMoney: true,
      limits: [{ bucket: "closing-ask", max: 10, windowSeconds: HOUR, by: "customer" }],
    },
  );
  route(
    app,
    context,
    on.nameRemaining,
    async ({ session, body, request, requestId }) => {
      const proof = request.headers["x-proof"];
      await nameRemaining(context, { ...body, session, proof, requestId });
      return readClosing(context, session.customerId);
    },
    {
      movesNoMoney: true,
      limits: [{ bucket: "closing-name", max: 20, windowSeconds: HOUR, by: "customer" }],
    },
  );
  route(
    app,
    context,
    on.cancelAccountClosing,
    async ({ session, requestId }) => {
      await cancelClosing(context, { session, requestId });
      return undefined;
    },
    { limits: [{ bucket: "closing-cancel", max: 20, windowSeconds: MINUTE, by: "customer" }] },
  );
  route(
    app,
    context,
    on.cancelClosingByLink,
    async ({ body, requestId }) => {
      await cancelByLink(context, { token: body.token, requestId });
      return undefined;
    },
    {
      cellOf: ({ body }) => cellOfLink(context, body.token),
      limits: [{ bucket: "closing-link", max: 20, windowSeconds: HOUR, by: "ip" }],
    },
  );
}
