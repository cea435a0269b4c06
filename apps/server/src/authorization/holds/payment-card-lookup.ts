import { panIndexOf } from "../../cards/vault/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { Batcher } from "../../platform/jobs/batcher.ts";
import { periodIn, spendingWindows } from "../decision/index.ts";
import type { PaymentCard } from "./payment-card.ts";
import { findPaymentCards, type PaymentCardKey } from "./payment-cards.repository.ts";

/** Finds cards by number, with one statement for all waiting payments. */
export interface PaymentCardLookup {
  find(pan: string, at: Date): Promise<PaymentCard | null>;
}

export function createPaymentCardLookup(context: AppContext): PaymentCardLookup {
  const { db, keys, config } = context;
  const batcher = new Batcher((wanted: readonly PaymentCardKey[]) => findPaymentCards(db, wanted), {
    maxItems: 128,
    maxInFlight: 2,
  });
  return {
    find: (pan, at) =>
      batcher.submit({
        panIndex: panIndexOf(keys, pan),
        ...spendingWindows(periodIn(config.timeZone, at)),
      }),
  };
}
