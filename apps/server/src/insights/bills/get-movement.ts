import type { Locale } from "@tessera/contract/errors/locales";
import type { MovementDetail } from "@tessera/contract/insights/bills.schemas";
import { findPaymentMandate } from "../../authorization/decision/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { presentMovementDetail } from "./bills.presenter.ts";
import { readMovementData } from "./movement-data.ts";
import { selectMovement } from "./movements.repository.ts";
import { selectBalancesAfter, selectBirth, selectSteps } from "./steps.repository.ts";

/**
 * Reads one of a customer's movements, with its timeline.
 *
 * @throws Refusal `not_found` if the movement does not exist, is a step, or belongs to another
 * customer
 */
export async function getMovement(
  context: AppContext,
  input: { customerId: string; movementId: string | undefined; locale: Locale },
): Promise<MovementDetail> {
  const { customerId, movementId: id, locale } = input;
  const tx = context.db.kysely;
  const row = id === undefined ? undefined : await selectMovement(tx, { id, customerId });
  if (row === undefined) {
    throw new Refusal("not_found");
  }
  const [birth, steps, balances, mandate] = await Promise.all([
    selectBirth(tx, row.id),
    selectSteps(tx, row.id),
    selectBalancesAfter(tx, row.id),
    findPaymentMandate(tx, customerId, readMovementData(row.data)),
  ]);
  return presentMovementDetail(row, { birth, steps, balances, mandate }, locale);
}
