import type { AuditEntry, Guard, Movement } from "@tessera/ledger";
import type { CardRow } from "../../../db/tables/cards.tables.ts";
import type { AppContext, Tx } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { newId } from "../../../platform/ids.ts";

/**
 * The amounts that a replacement moves between the cards and the account that funds both, in minor
 * units.
 */
interface ReplacementMove {
  readonly id?: string;
  readonly amountMinor: bigint;
  readonly clientKey?: string;
  readonly guards?: readonly Guard[];
  readonly audit?: readonly AuditEntry[];
}

/**
 * Builds the movement that returns a card's available money to the account. The card must no longer
 * accept debits.
 */
export function leaveCard(context: AppContext, card: CardRow, amountMinor: bigint): Movement {
  return {
    ...replacementOf(context, card, { amountMinor: -amountMinor }),
    legs: [{ type: "sweep", debit: card.card_account, credit: card.funding_account }],
  };
}

/** Builds the movement that transfers money from the old card to its replacement. */
export function reachCard(context: AppContext, card: CardRow, move: ReplacementMove): Movement {
  const { amountMinor } = move;
  const { funding_account: debit, card_account: credit } = card;
  return {
    ...replacementOf(context, card, move),
    legs: amountMinor === 0n ? [] : [{ type: "transfer", debit, credit, amountMinor }],
  };
}

function replacementOf(context: AppContext, card: CardRow, move: ReplacementMove) {
  const now = context.clock.now();
  return {
    id: move.id ?? newId(now),
    customerId: card.customer_id,
    kind: "card_replacement",
    cardId: card.id,
    parentId: null,
    status: "completed",
    currency: card.currency,
    amountMinor: move.amountMinor,
    feeMinor: 0n,
    title: "",
    data: { last4: card.last4 },
    eventAt: now,
    clientKey: move.clientKey ?? null,
    ...(move.guards !== undefined && { guards: move.guards }),
    ...(move.audit !== undefined && { audit: move.audit }),
  } as const satisfies Omit<Movement, "legs">;
}

/**
 * Posts a movement between the cards and the account.
 *
 * @throws Refusal `account_suspended`, `idempotency_mismatch`
 */
export async function postMove(context: AppContext, tx: Tx, movement: Movement): Promise<void> {
  const [result] = await context.ledger.post(tx, [movement]);
  if (result?.outcome === "posted") {
    return;
  }
  const reason = result?.outcome === "refused" ? result.reason : "no result";
  switch (reason) {
    case "blocked":
      throw new Refusal("account_suspended", { internal: `card ${movement.cardId}` });
    case "mismatch":
      throw new Refusal("idempotency_mismatch");
    default:
      throw new Error(`the ledger refused to move card ${movement.cardId}: ${reason}`);
  }
}
