import type { Endpoint } from "@tessera/contract/endpoint";
import { withdrawalsEndpoints } from "@tessera/contract/money-movement/withdrawals.endpoints";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { providers } from "../../adapters/providers/registry.ts";
import { cellOfLink } from "../../platform/cells/cell-of-link.ts";
import type { AppContext } from "../../platform/context.ts";
import { type RouteLimit, route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import { addAddress } from "./addresses/add-address.ts";
import { checkAddress } from "./addresses/check-address.ts";
import { listAddresses, removeAddress, renameAddress } from "./addresses/keep-addresses.ts";
import { cancelWithdrawal } from "./cancel-withdrawal.ts";
import { createWithdrawal } from "./create-withdrawal.ts";
import { quoteWithdrawal } from "./quote-withdrawal.ts";
import { readTerms } from "./read-terms.ts";
import { getWithdrawal, listWithdrawals } from "./read-withdrawals.ts";
import { payoutsOf } from "./send/payouts.ts";
import { receivePayoutMessage } from "./send/receive-payout-message.ts";
import { listSandboxPayouts, setPayoutOutcome } from "./send/set-payout-outcome.ts";
import { stopEverything } from "./stop/stop-account.ts";

const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3_600;

const CHECKS: readonly RouteLimit<Endpoint>[] = [
  { bucket: "address-check", max: 60, windowSeconds: 60, by: "customer" },
];
const ADDITIONS: readonly RouteLimit<Endpoint>[] = [
  { bucket: "address-add", max: 20, windowSeconds: DAY_SECONDS, by: "customer" },
];
const QUOTES: readonly RouteLimit<Endpoint>[] = [
  { bucket: "withdrawal-quote", max: 60, windowSeconds: 60, by: "customer" },
  // More than anyone would request by hand. Each quote is stored permanently.
  { bucket: "withdrawal-quote-day", max: 1_000, windowSeconds: DAY_SECONDS, by: "customer" },
];
const WITHDRAWALS: readonly RouteLimit<Endpoint>[] = [
  { bucket: "withdrawal-day", max: 40, windowSeconds: DAY_SECONDS, by: "customer" },
];
const STOPS: readonly RouteLimit<Endpoint>[] = [
  { bucket: "not-me", max: 20, windowSeconds: HOUR_SECONDS, by: "ip" },
];

function proofOf({ headers }: FastifyRequest): string | readonly string[] | undefined {
  return headers["x-proof"];
}

function registerAddressRoutes(app: FastifyInstance, context: AppContext): void {
  const on = withdrawalsEndpoints;
  route(app, context, on.listAddresses, ({ session, query }) =>
    listAddresses(context, session.customerId, query),
  );
  route(
    app,
    context,
    on.checkAddress,
    ({ session, body }) => checkAddress(context, { ...body, customerId: session.customerId }),
    { limits: CHECKS },
  );
  route(
    app,
    context,
    on.addAddress,
    ({ session, body, idempotencyKey, requestId, request }) => {
      const proof = proofOf(request);
      return addAddress(context, { ...body, session, proof, idempotencyKey, requestId });
    },
    { limits: ADDITIONS },
  );
  route(app, context, on.renameAddress, ({ session, params, body, requestId }) =>
    renameAddress(context, {
      customerId: session.customerId,
      addressId: parseId("pad", params.id),
      actor: session.username,
      requestId,
      label: body.label,
    }),
  );
  route(app, context, on.removeAddress, async ({ session, params, requestId }) => {
    await removeAddress(context, {
      customerId: session.customerId,
      addressId: parseId("pad", params.id),
      actor: session.username,
      requestId,
    });
    return undefined;
  });
}

/**
 * Registers the webhook for the payout provider's messages. Their format is defined by the
 * provider, not by our API.
 */
function registerWebhook(app: FastifyInstance, context: AppContext): void {
  if (context.use(providers).payouts === undefined) {
    return;
  }
  app.post("/webhooks/payout", async ({ headers, rawBody }, reply) => {
    const text = (name: string) => String(headers[name] ?? "");
    await receivePayoutMessage(context, payoutsOf(context).webhookSecret, {
      id: text("webhook-id"),
      timestamp: text("webhook-timestamp"),
      signature: text("webhook-signature"),
      body: rawBody ?? Buffer.alloc(0),
    });
    return reply.send({ received: true });
  });
}

/**
 * Registers the endpoints for the address book and withdrawals, and the payout provider's webhook.
 */
export function registerWithdrawalsRoutes(app: FastifyInstance, context: AppContext): void {
  const on = withdrawalsEndpoints;
  registerAddressRoutes(app, context);
  registerWebhook(app, context);
  route(app, context, on.getWithdrawalTerms, ({ session }) => readTerms(context, session));
  route(
    app,
    context,
    on.quoteWithdrawal,
    ({ session, body }) => quoteWithdrawal(context, { ...body, customerId: session.customerId }),
    { limits: QUOTES },
  );
  route(
    app,
    context,
    on.createWithdrawal,
    ({ session, body, idempotencyKey, requestId, request }) =>
      createWithdrawal(context, {
        session,
        quoteId: parseId("quo", body.quoteId),
        proof: proofOf(request),
        idempotencyKey,
        requestId,
      }),
    { limits: WITHDRAWALS },
  );
  route(app, context, on.listWithdrawals, ({ session, query }) =>
    listWithdrawals(context, session.customerId, query),
  );
  route(app, context, on.getWithdrawal, ({ session, params }) =>
    getWithdrawal(context, {
      customerId: session.customerId,
      withdrawalId: parseId("wdr", params.id),
    }),
  );
  route(app, context, on.cancelWithdrawal, ({ session, params, requestId }) =>
    cancelWithdrawal(context, {
      customerId: session.customerId,
      withdrawalId: parseId("wdr", params.id),
      by: { actor: session.username, requestId },
    }),
  );
  route(
    app,
    context,
    on.stopWithdrawals,
    ({ body, requestId }) => stopEverything(context, { token: body.token, requestId }),
    { cellOf: ({ body }) => cellOfLink(context, body.token), limits: STOPS },
  );
  route(app, context, on.sandboxPayouts, () => listSandboxPayouts(context));
  route(app, context, on.setPayoutOutcome, ({ body }) => setPayoutOutcome(context, body));
}
