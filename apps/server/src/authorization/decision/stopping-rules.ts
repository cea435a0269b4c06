import type { Tx } from "../../platform/context.ts";
import { findDeclinedPayment } from "./declined-payments.repository.ts";
import { readTrace } from "./stored-trace.ts";

/** A rule's UUID, and the name it had when it declined a payment. */
export interface StoppingRule {
  readonly strategyId: string;
  readonly name: string;
}

/** Lists the customer's own rules that declined a payment. Empty if none did. */
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
