import type { IssuedElsewhere } from "../../adapters/issuer/issuer.port.ts";
import type { IssuingTables } from "../../db/tables/issuing.tables.ts";
import type { Tx } from "../../platform/context.ts";

/** Stores the issuer's id for a card. Returns false if another card has that id. */
export async function insertIssuerCard(
  tx: Tx,
  owner: { readonly cardId: string; readonly customerId: string },
  { issuer, issuerCardId }: IssuedElsewhere,
): Promise<boolean> {
  const result = await tx
    .withTables<IssuingTables>()
    .insertInto("issuer_card")
    .values({
      card_id: owner.cardId,
      customer_id: owner.customerId,
      issuer,
      issuer_card_id: issuerCardId,
      leased_until: null,
    })
    .onConflict((conflict) => conflict.column("issuer_card_id").doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/**
 * Finds the issuer's id for one of a customer's cards, or returns undefined if no issuer stores its
 * PAN.
 */
export async function findIssuerCardId(
  tx: Tx,
  customerId: string,
  cardId: string,
): Promise<string | undefined> {
  const row = await tx
    .withTables<IssuingTables>()
    .selectFrom("issuer_card")
    .select("issuer_card_id")
    .where("card_id", "=", cardId)
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return row?.issuer_card_id;
}

/**
 * Finds a card and its customer by the issuer's card id, or returns undefined if the id is unknown.
 */
export async function findCardOfIssuer(
  tx: Tx,
  issuerCardId: string,
): Promise<{ readonly cardId: string; readonly customerId: string } | undefined> {
  return tx
    .withTables<IssuingTables>()
    .selectFrom("issuer_card")
    .select(["card_id as cardId", "customer_id as customerId"])
    .where("issuer_card_id", "=", issuerCardId)
    .executeTakeFirst();
}
