import type { IssuedElsewhere } from "../../adapters/issuer/issuer.port.ts";
import type { IssuingTables } from "../../db/tables/issuing.tables.ts";
import type { Tx } from "../../platform/context.ts";

/** Keeps what an issuer calls a card; false where another card of ours has that name. */
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

/** What its issuer calls a customer's own card; undefined where none keeps its number. */
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

/** Whose card an issuer speaks of; undefined where it is none of ours. */
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
