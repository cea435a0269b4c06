import type { Tx } from "../../platform/context.ts";
import { type AssetBook, selectCurrencyBooks, selectTokenBooks } from "./reserves.repository.ts";

/**
 * Reads what the ledger and the records of deposits and payouts say is held and owed of each asset.
 * The ledger has no accounts for tokens: a deposit is booked in the currency that it is credited
 * in. How much of a token must be there is therefore the sum of what was credited, less what was
 * paid out.
 */
export async function readAssetBooks(tx: Tx): Promise<readonly AssetBook[]> {
  return [...(await selectCurrencyBooks(tx)), ...(await selectTokenBooks(tx))];
}
