import type { AssetMovement, Guard, Movement } from "@tessera/ledger";
import type { CurrencyCode } from "@tessera/money";
import type { AppContext, Tx } from "../../platform/context.ts";
import { newId, PROGRAM_ID } from "../../platform/ids.ts";
import { turnoverGuard } from "../exchange/index.ts";
import { type AssetEffects, assetLegs, minorOfMicro } from "./asset-amounts.ts";
import { type Asset, insertBooking } from "./asset-books.repository.ts";
import type { BookingRow } from "./asset-books.tables.ts";

/** What an asset's movement and its movement in a currency do together. */
export interface Conversion extends Asset {
  readonly kind: BookingRow["kind"];
  readonly effects: AssetEffects;
  readonly currency: CurrencyCode;
  /** What customers bought from the program, in minor units; negative if they sold it. */
  readonly boughtMinor: bigint;
}

/** Returns the guard that counts what was sold, or bought if it is negative; none for nothing. */
function counted(currency: CurrencyCode, soldMinor: bigint): Guard[] {
  if (soldMinor === 0n) {
    return [];
  }
  return soldMinor > 0n
    ? [turnoverGuard("sold", { currency, amountMinor: soldMinor })]
    : [turnoverGuard("bought", { currency, amountMinor: -soldMinor })];
}

/**
 * Returns the guards that count a conversion in the open position, without a ceiling: what has
 * happened on a chain is always booked. A token counts as dollars. For an account in dollars,
 * nothing is exchanged.
 */
function guardsOf({ currency, boughtMinor, effects }: Conversion) {
  return currency === "USD"
    ? { inCurrency: [], inDollars: [] }
    : {
        inCurrency: counted(currency, -boughtMinor),
        inDollars: counted("USD", minorOfMicro(effects.sold)),
      };
}

/**
 * Posts a movement between an account and the program's position, together with the movement of the
 * asset for which it is exchanged, and records both. Both are posted, or neither.
 *
 * @param movement the movement in the currency, whose legs move `boughtMinor` from the position
 * @returns the reason for which the ledger refused one of them, if it did. The transaction must be
 * undone then.
 */
export async function bookConversion(
  context: Pick<AppContext, "clock" | "ledger">,
  tx: Tx,
  movement: Movement,
  conversion: Conversion,
): Promise<string | undefined> {
  const { asset, network, effects, kind } = conversion;
  const at = context.clock.now();
  const accounts = await context.ledger.assetAccounts(tx, `${asset}:${network}`);
  const { inCurrency, inDollars } = guardsOf(conversion);
  const inAsset: AssetMovement = {
    ...{ id: newId(at), customerId: PROGRAM_ID, kind: "asset", cardId: null, parentId: null },
    ...{ status: "completed", feeMinor: 0n, title: "", clientKey: null, data: { kind } },
    currency: `${asset}:${network}`,
    amountMinor: effects.chain,
    eventAt: at,
    legs: assetLegs(accounts, effects),
    guards: inDollars,
  };
  const guarded = { ...movement, guards: [...(movement.guards ?? []), ...inCurrency] };
  const results = await context.ledger.post(tx, [guarded, inAsset]);
  for (const result of results) {
    if (result.outcome === "refused") {
      return result.reason;
    }
  }
  await insertBooking(tx, {
    ...{ id: inAsset.id, kind, for_movement_id: movement.id, asset, network },
    ...{ chain_micro: effects.chain, sold_micro: effects.sold },
    ...{ dust_micro: effects.dust, fees_micro: effects.fees },
    ...{ currency: conversion.currency, bought_minor: conversion.boughtMinor, created_at: at },
  });
  return undefined;
}
