import type { Movement } from "@tessera/ledger";
import type { AppContext, Tx } from "../../platform/context.ts";

/** Thrown if the ledger refuses a movement that moves no money. Such a refusal is a bug. */
export class MovementRefusedError extends Error {
  readonly reason: string;

  constructor(movement: Movement, reason: string) {
    super(`the ledger refused the ${movement.kind} ${movement.id}: ${reason}`);
    this.name = "MovementRefusedError";
    this.reason = reason;
  }
}

/**
 * Posts one movement inside a transaction.
 *
 * @throws MovementRefusedError, which rolls the transaction back
 */
export async function postOne(context: AppContext, tx: Tx, movement: Movement): Promise<void> {
  const [result] = await context.ledger.post(tx, [movement]);
  if (result === undefined || result.outcome === "refused") {
    throw new MovementRefusedError(movement, result?.reason ?? "no answer");
  }
}
