import { houseAccount, type Ledger } from "@tessera/ledger";
import type { Caller } from "./http-population.ts";
import { topUpFromHouse } from "./movements.ts";
import { submitAll } from "./submit-all.ts";

const CARD_BALANCE_MINOR = 1_000_000n;

/** Funds the callers' cards, so that no authorization in the load is declined. */
export async function fundCards(ledger: Ledger, callers: readonly Caller[]): Promise<void> {
  const clearing = houseAccount("chain_clearing", "USD");
  await submitAll(ledger, callers.length, (index) => {
    const caller = callers[index];
    if (caller === undefined) {
      throw new RangeError("a caller is missing");
    }
    const subject = { ...caller, account: caller.cardAccount, card: caller.cardAccount };
    return topUpFromHouse(subject, clearing, CARD_BALANCE_MINOR);
  });
}
