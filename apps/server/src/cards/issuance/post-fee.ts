import type { Movement } from "@tessera/ledger";
import type { AppContext, Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { KeyUsedError } from "./reserve-pan.ts";

/** Thrown if the customer has reached the program's daily limit on new cards. */
export class NewCardCeilingError extends Error {
  override readonly name = "NewCardCeilingError";
}

/**
 * Posts the movement for an opening fee, or rejects the application that the fee is for.
 *
 * @throws Refusal `insufficient_funds`, `account_suspended`
 * @throws KeyUsedError
 * @throws NewCardCeilingError
 */
export async function postFee(
  { ledger }: Pick<AppContext, "ledger">,
  tx: Tx,
  movement: Movement,
): Promise<void> {
  const [result] = await ledger.post(tx, [movement]);
  if (result === undefined || result.outcome !== "refused") {
    return;
  }
  switch (result.reason) {
    case "insufficient":
      throw new Refusal("insufficient_funds", { internal: `opening fee of ${movement.id}` });
    case "blocked":
    case "closed":
      throw new Refusal("account_suspended");
    case "mismatch":
      throw new KeyUsedError();
    case "guard_exceeded":
      throw new NewCardCeilingError();
    default:
      throw new Error(`the ledger refused the opening fee: ${result.reason}`);
  }
}
