import { depositsEndpoints } from "@tessera/contract/money-movement/deposits.endpoints";
import { walletEndpoints } from "@tessera/contract/money-movement/wallet.endpoints";
import { sandboxPay } from "@tessera/contract/simulator/sandbox.endpoints";
import type { FastifyInstance } from "fastify";
import { createAcceptanceGate } from "../../identity/legal/index.ts";
import { listMovements } from "../../insights/bills/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import { cancelDeposit, createDepositOnce, getDeposit, payDeposit } from "../deposits/index.ts";
import { presentRates, ratesBook } from "../exchange/index.ts";
import { getWallet } from "./get-wallet.ts";
import { listAssets } from "./list-assets.ts";

const DISPLAY_CURRENCY = "USD";
const REFRESHES = [
  { bucket: "rates-refresh", max: 10, windowSeconds: 60, by: "customer" },
] as const;

function depositId(id: string): string {
  const uuid = parseId("dep", id);
  if (uuid === undefined) {
    throw new Refusal("not_found");
  }
  return uuid;
}

export function registerWalletRoutes(app: FastifyInstance, context: AppContext): void {
  const on = { ...walletEndpoints, ...depositsEndpoints };
  route(app, context, on.getWallet, ({ session, query }) =>
    getWallet(context, {
      customerId: session.customerId,
      currency: query.currency ?? DISPLAY_CURRENCY,
    }),
  );
  route(app, context, on.getRates, async () =>
    presentRates(await context.use(ratesBook).current()),
  );
  route(
    app,
    context,
    on.refreshRates,
    async () => presentRates(await context.use(ratesBook).refresh()),
    {
      limits: REFRESHES,
    },
  );
  route(app, context, on.listAssets, async ({ session, query, locale }) => {
    const currency = query.currency ?? DISPLAY_CURRENCY;
    const { customerId } = session;
    return { ...(await listAssets(context, { customerId, currency, locale, query })), currency };
  });
  const gate = createAcceptanceGate(context);
  route(app, context, on.createDeposit, async ({ session, body, idempotencyKey, kept }) => {
    const stoppedBy = await gate.refusal(session);
    const input = { ...body, customerId: session.customerId, idempotencyKey, stoppedBy };
    const opened = await createDepositOnce(context, input);
    // The deposit itself answers a retry: a stored response would show an address that may no
    // longer be watched.
    kept.inLedger = true;
    kept.repeated = opened.isRepeat;
    return opened.deposit;
  });
  route(app, context, on.getDeposit, async ({ session, params }) =>
    getDeposit(context, { customerId: session.customerId, depositId: depositId(params.id) }),
  );
  route(app, context, on.cancelDeposit, async ({ session, params }) =>
    cancelDeposit(context, { customerId: session.customerId, depositId: depositId(params.id) }),
  );
  route(app, context, on.listWalletHistory, ({ session, locale, query }) =>
    listMovements(context, {
      list: "wallet-history",
      customerId: session.customerId,
      locale,
      query,
      kinds: ["deposit", "withdrawal", "withdrawal_return"],
    }),
  );
  route(app, context, sandboxPay, async ({ body }) =>
    payDeposit(context, {
      depositId: depositId(body.depositId),
      confirmed: body.confirmed === true,
      ...(body.amount !== undefined && { amount: body.amount }),
    }),
  );
}
