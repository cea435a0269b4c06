import type { CurrencyCode } from "@tessera/money";
import type { Tx } from "../../platform/context.ts";
import type { ReconciliationTables } from "./reconciliation.tables.ts";

/** A place where a customer holds money: the account in one currency, or a card. */
export interface Pocket {
  readonly currency: CurrencyCode;
  /** The card; undefined for an account. */
  readonly card?: { readonly id: string; readonly nickname: string; readonly last4: string };
  /** Ids of the pocket's ledger accounts. A card also has a receivable for its debt. */
  readonly accounts: readonly bigint[];
}

/** Selects all pockets of a customer: accounts by currency, then cards, oldest first. */
export async function selectPockets(tx: Tx, customerId: string): Promise<Pocket[]> {
  const reading = tx.withTables<ReconciliationTables>();
  const cards = await reading
    .selectFrom("card")
    .select(["id", "currency", "nickname", "last4", "card_account", "receivable_account"])
    .where("customer_id", "=", customerId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const ofCards = new Set(cards.flatMap((card) => [card.card_account, card.receivable_account]));
  const accounts = await reading
    .selectFrom("ledger.account")
    .select(["id", "currency"])
    .where("customer_id", "=", customerId)
    .orderBy("id")
    .execute();
  const byCurrency = new Map<CurrencyCode, bigint[]>();
  for (const { id, currency } of accounts) {
    if (!ofCards.has(id)) {
      byCurrency.set(currency, [...(byCurrency.get(currency) ?? []), id]);
    }
  }
  return [
    ...[...byCurrency].map(([currency, ids]) => ({ currency, accounts: ids })),
    ...cards.map(({ id, currency, nickname, last4, card_account, receivable_account }) => ({
      currency,
      card: { id, nickname: nickname ?? "", last4 },
      accounts: [card_account, receivable_account],
    })),
  ];
}

/** Counts how many of these cards belong to the customer. */
export async function countCards(
  tx: Tx,
  customerId: string,
  cardIds: readonly string[],
): Promise<number> {
  if (cardIds.length === 0) {
    return 0;
  }
  const found = await tx
    .withTables<ReconciliationTables>()
    .selectFrom("card")
    .select("id")
    .where("customer_id", "=", customerId)
    .where("id", "in", [...cardIds])
    .execute();
  return found.length;
}
