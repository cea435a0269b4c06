import { panIndexOf } from "../../cards/vault/index.ts";
import { cellRoutes, ElsewhereError } from "../../platform/cells/cell-routes.ts";
import type { AppContext } from "../../platform/context.ts";
import { numberKey } from "../../platform/directory/card-directory.ts";
import { Batcher } from "../../platform/jobs/batcher.ts";
import { periodIn, spendingWindows } from "../decision/index.ts";
import type { PaymentCard } from "./payment-card.ts";
import { findPaymentCards, type PaymentCardKey } from "./payment-cards.repository.ts";

/** Finds cards by number, with one statement for all waiting payments. */
export interface PaymentCardLookup {
  /** @throws ElsewhereError if the card belongs to another cell */
  find(pan: string, at: Date): Promise<PaymentCard | null>;
}

export function createPaymentCardLookup(context: AppContext): PaymentCardLookup {
  const { db, keys, config } = context;
  const batcher = new Batcher((wanted: readonly PaymentCardKey[]) => findPaymentCards(db, wanted), {
    maxItems: 128,
    maxInFlight: 2,
  });
  return {
    async find(pan, at) {
      const panIndex = panIndexOf(keys, pan);
      const windows = spendingWindows(periodIn(config.timeZone, at));
      const card = await batcher.submit({ panIndex, ...windows });
      if (card === null && !context.use(cellRoutes).isOnly) {
        await requireNowhereElse(context, panIndex);
      }
      return card;
    },
  };
}

/**
 * Looks for a card that this cell does not have. Its number may be from before the program had
 * several cells, and thus in another cell's range.
 */
async function requireNowhereElse({ db, directory }: AppContext, panIndex: Buffer): Promise<void> {
  const place = await directory.cards.find(db.urgent.kysely, numberKey(panIndex));
  if (place !== undefined && place.cell !== directory.cell) {
    throw new ElsewhereError(place.cell);
  }
}
