import type { Tx } from "../../platform/context.ts";
import { findDeclinedPayment } from "./declined-payments.repository.ts";
import { readTrace } from "./stored-trace.ts";

/** A rule's uuid, and its name at the time it declined a payment. */
export interface StoppingRule {
  readonly strategyId: string;
  readonly name: string;
}

/** Lists the customer's own rules that declined their payment; empty if none did. */
export async function stoppingRules(
  tx: Tx,
  customerId: string,
  movementId: string,
): Promise<StoppingRule[]> {
  const payment = await findDeclinedPayment(tx, customerId, movementId);
  return readTrace(payment?.data, payment?.strategyNames ?? null).flatMap((entry) => {
    const { passed, isShadow, isAllowed, strategyId, strategyName } = entry;
    const isStop = !passed && isShadow !== true && isAllowed !== true;
    return isStop && strategyId !== undefined ? [{ strategyId, name: strategyName ?? "" }] : [];
  });
}
