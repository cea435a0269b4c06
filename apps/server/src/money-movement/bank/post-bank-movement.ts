import type { Movement } from "@tessera/ledger";
import type { AppContext, Tx } from "../../platform/context.ts";

/** Thrown if the ledger refuses a movement of the bank. */
export class BankMovementRefusedError extends Error {
  readonly reason: string;

  constructor(movement: Movement, reason: string) {
    super(`the ledger refused the ${movement.kind} ${movement.id}: ${reason}`);
    this.name = "BankMovementRefusedError";
    this.reason = reason;
  }
}

/**
 * Posts one movement inside a transaction.
 *
 * @throws BankMovementRefusedError, which rolls the transaction back
 */
export async function postBankMovement(
  context: AppContext,
  tx: Tx,
  movement: Movement,
): Promise<void> {
  const [result] = await context.ledger.post(tx, [movement]);
  if (result === undefined || result.outcome === "refused") {
    throw new BankMovementRefusedError(movement, result?.reason ?? "no answer");
  }
}
