import type { PaymentMandate } from "@tessera/contract/cards/mandates.schemas";
import { type CurrencyCode, formatAmount } from "@tessera/money";
import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import { wireId } from "../../platform/ids.ts";

interface MandateOfPayment {
  readonly id: string;
  readonly merchantName: string;
  readonly ceilingMinor: bigint;
  readonly currency: CurrencyCode;
  readonly until: Date;
}

/**
 * Finds the purchase mandate that a payment was made, or declined, under. A movement names only the
 * mandate's id, because a movement can never be erased.
 *
 * @param data the movement's data
 */
export async function findPaymentMandate(
  tx: Tx,
  customerId: string,
  data: { readonly mandateId?: string | undefined },
): Promise<PaymentMandate | undefined> {
  if (data.mandateId === undefined) {
    return undefined;
  }
  const { rows } = await sql<MandateOfPayment>`
    select id, merchant_name as "merchantName", ceiling_minor as "ceilingMinor", currency, until
    from purchase_mandate
    where id = ${data.mandateId}::uuid and customer_id = ${customerId}::uuid`.execute(tx);
  const [found] = rows;
  return (
    found && {
      id: wireId("mdt", found.id),
      merchant: found.merchantName,
      ceiling: formatAmount(found.ceilingMinor, found.currency),
      currency: found.currency,
      until: found.until.toISOString(),
    }
  );
}

/** Reads the most that may be paid under a mandate, in minor units of its card's currency. */
export async function readMandateCeiling(tx: Tx, mandateId: string): Promise<bigint> {
  const { rows } = await sql<{ ceilingMinor: bigint }>`
    select ceiling_minor as "ceilingMinor" from purchase_mandate
    where id = ${mandateId}::uuid`.execute(tx);
  const [found] = rows;
  if (found === undefined) {
    throw new Error(`mandate ${mandateId} is unknown`);
  }
  return found.ceilingMinor;
}
