import type { Tx } from "../../platform/context.ts";
import { minorOfMicro, readAssetBooks } from "../asset-books/index.ts";
import { type Book, selectCurrencyBooks, selectTokensLeaving } from "./reserves.repository.ts";

/** Reads what the ledger says is held and owed of each currency and token, on all networks. */
export async function readBooks(tx: Tx): Promise<readonly Book[]> {
  return [...(await selectCurrencyBooks(tx)), ...(await tokenBooks(tx))];
}

/** A withdrawal that is being sent may have left, and the ledger books it when it is final. */
async function tokenBooks(tx: Tx): Promise<Book[]> {
  const leaving = await selectTokensLeaving(tx);
  const micro = new Map<string, bigint>();
  for (const { asset, balance } of await readAssetBooks(tx)) {
    micro.set(asset, (micro.get(asset) ?? 0n) + balance);
  }
  return [...micro].map(([asset, held]) => ({
    ...{ asset, owed_minor: 0n, position_minor: 0n },
    booked_minor: minorOfMicro(held) - (leaving.get(asset) ?? 0n),
  }));
}
