import type Stripe from "stripe";
import { findCardOfIssuer } from "../../../cards/issuance/index.ts";
import { cellRoutes } from "../../../platform/cells/cell-routes.ts";
import type { AppContext } from "../../../platform/context.ts";

/** Number of this cell's cards that are remembered. Each takes about 100 bytes. */
const MAX_REMEMBERED = 100_000;

/**
 * Returns the other cell that a signed message about a card belongs to. Undefined if this cell
 * processes it.
 */
export type MessageCells = (
  /** The vouch of the server that passed the message on; null if Stripe sent it to this one. */
  request: { readonly vouch?: object | null },
  event: Stripe.Event,
) => Promise<number | undefined>;

/** Creates a lookup of the cell that a message belongs to, as one cell sees it. */
export function createMessageCells(context: AppContext): MessageCells {
  // A card never changes its cell.
  const own = new Set<string>();

  /** Looks in this cell first, so that its payments do not need the directory. */
  async function isOwn(card: string): Promise<boolean> {
    if (own.has(card)) {
      return true;
    }
    if ((await findCardOfIssuer(context.db.urgent.kysely, card)) === undefined) {
      return false;
    }
    if (own.size >= MAX_REMEMBERED) {
      own.clear();
    }
    own.add(card);
    return true;
  }

  return async ({ vouch }, event) => {
    const cells = context.use(cellRoutes);
    const { card } = event.data.object as { readonly card?: string | { readonly id: string } };
    if (cells.isOnly || vouch !== null || card === undefined) {
      return undefined;
    }
    const id = typeof card === "string" ? card : card.id;
    if (await isOwn(id)) {
      return undefined;
    }
    const cell = await cells.ofIssuerCard("stripe", id);
    return cells.isElsewhere(cell) ? cell : undefined;
  };
}
