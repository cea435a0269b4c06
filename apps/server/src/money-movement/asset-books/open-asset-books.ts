import { houseAccount, type Movement, type TransferLeg } from "@tessera/ledger";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { newId, PROGRAM_ID } from "../../platform/ids.ts";
import { bookConversion } from "./book-asset.ts";
import { selectUnbooked, type Unbooked } from "./unbooked-assets.repository.ts";

/** Moves what an earlier release booked in a currency to the program's position in it. */
function openingLeg({ currency, boughtMinor }: Unbooked): TransferLeg[] {
  const position = houseAccount("fx_position", currency);
  const former = houseAccount("chain_clearing", currency);
  if (boughtMinor === 0n) {
    return [];
  }
  return boughtMinor > 0n
    ? [{ type: "transfer", debit: position, credit: former, amountMinor: boughtMinor }]
    : [{ type: "transfer", debit: former, credit: position, amountMinor: -boughtMinor }];
}

/**
 * Books the assets that deposits and payouts of an earlier release moved, once: one movement for
 * each asset and currency, and one in that currency. A repetition books what was added since then.
 *
 * @param feesInAsset whether the network's fees of payouts were taken from the asset
 * @returns what was booked
 */
export function openAssetBooks(
  context: Pick<AppContext, "clock" | "db" | "ledger">,
  feesInAsset: boolean,
): Promise<readonly Unbooked[]> {
  return inTransaction(context.db, async (tx) => {
    const unbooked = await selectUnbooked(tx, feesInAsset);
    for (const one of unbooked) {
      const { asset, network, currency, boughtMinor, chainMicro } = one;
      const at = context.clock.now();
      const movement: Movement = {
        ...{ id: newId(at), customerId: PROGRAM_ID, kind: "asset_opening", cardId: null },
        ...{ parentId: null, status: "completed", currency, amountMinor: -boughtMinor },
        ...{ feeMinor: 0n, title: "", data: { asset, network }, eventAt: at, clientKey: null },
        legs: openingLeg(one),
      };
      const refused = await bookConversion(context, tx, movement, {
        ...{ kind: "opening", asset, network, currency, boughtMinor },
        effects: { chain: chainMicro, sold: chainMicro, dust: 0n, fees: 0n },
      });
      if (refused !== undefined) {
        throw new Error(`the ledger refused the opening of ${asset} on ${network}: ${refused}`);
      }
    }
    return unbooked;
  });
}
