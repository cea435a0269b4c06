import { depositsEndpoints } from "@tessera/contract/money-movement/deposits.endpoints";
import { sandboxPay } from "@tessera/contract/simulator/sandbox.endpoints";
import type { FastifyInstance } from "fastify";
import { createAcceptanceGate } from "../../identity/legal/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { KeptAnswer } from "../../platform/http/answer-once.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { route } from "../../platform/http/route.ts";
import { parseId } from "../../platform/ids.ts";
import { cancelDeposit } from "./cancel-deposit.ts";
import { createDepositOnce } from "./create-deposit.ts";
import { getDeposit } from "./get-deposit.ts";
import { payDeposit } from "./pay-deposit.ts";

function depositId(id: string): string {
  const uuid = parseId("dep", id);
  if (uuid === undefined) {
    throw new Refusal("not_found");
  }
  return uuid;
}

/** Registers the deposit endpoints, including the sandbox endpoint that pays a deposit. */
export function registerDepositsRoutes(app: FastifyInstance, context: AppContext): void {
  const on = depositsEndpoints;
  const gate = createAcceptanceGate(context);
  route(app, context, on.createDeposit, async ({ session, body, idempotencyKey }) => {
    const stoppedBy = await gate.refusal(session);
    const input = { ...body, customerId: session.customerId, idempotencyKey, stoppedBy };
    const opened = await createDepositOnce(context, input);
    // A retry is answered from the deposit itself, because a stored response could show an address
    // that is no longer watched.
    return new KeptAnswer(opened.deposit, { inLedger: true, isRepeat: opened.isRepeat });
  });
  route(app, context, on.getDeposit, async ({ session, params }) =>
    getDeposit(context, { customerId: session.customerId, depositId: depositId(params.id) }),
  );
  route(app, context, on.cancelDeposit, async ({ session, params }) =>
    cancelDeposit(context, { customerId: session.customerId, depositId: depositId(params.id) }),
  );
  route(app, context, sandboxPay, async ({ body }) =>
    payDeposit(context, {
      depositId: depositId(body.depositId),
      confirmed: body.confirmed === true,
      ...(body.amount !== undefined && { amount: body.amount }),
    }),
  );
}
