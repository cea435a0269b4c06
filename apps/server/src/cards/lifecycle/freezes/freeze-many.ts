import type { AppContext, Tx } from "../../../platform/context.ts";
import type { ManyCard } from "./freeze-all.repository.ts";

/** The person who freezes or unfreezes many cards, for the audit log. */
interface Author {
  readonly action: "card.freeze" | "card.unfreeze";
  readonly actor: string;
  readonly customerId: string;
  readonly requestId: string;
  readonly freezeAllId: string;
}

/** Writes one audit event per card, as when a single card is frozen or unfrozen. */
export async function auditFreezes(
  { ledger }: AppContext,
  tx: Tx,
  cardIds: readonly string[],
  { action, actor, customerId, requestId, freezeAllId }: Author,
): Promise<void> {
  await ledger.appendAudit(
    tx,
    cardIds.map((object) => ({
      ...{ action, actor, customerId, object, outcome: "ok", requestId },
      data: { layer: "customer", freezeAll: freezeAllId },
    })),
  );
}

/**
 * Blocks or unblocks debits on the accounts of locked cards. An account that an operator blocked
 * stays blocked.
 */
export async function setManyAccounts(
  { ledger }: AppContext,
  tx: Tx,
  cards: readonly ManyCard[],
  wanted: "open" | "debits_blocked",
): Promise<void> {
  if (cards.length === 0) {
    return;
  }
  const accounts = cards.map((card) => card.card_account);
  const before = await ledger.setAccountStatuses(tx, accounts, wanted);
  const blocked = accounts.filter((account) => before.get(account) === "blocked");
  if (blocked.length > 0) {
    await ledger.setAccountStatuses(tx, blocked, "blocked");
  }
}
