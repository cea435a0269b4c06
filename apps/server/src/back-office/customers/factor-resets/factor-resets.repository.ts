import type { Insertable, Selectable } from "kysely";
import type { Tx } from "../../../platform/context.ts";
import { selectOpenCase } from "../../cases/index.ts";
import { type CustomersTables, tables } from "../customers.tables.ts";

export type FactorResetRow = Selectable<CustomersTables["factor_reset"]>;

/** A 2FA recovery that is waiting for another operator's approval. */
export interface OpenReset {
  /** UUID. */
  readonly caseId: string;
  readonly by: string;
  readonly at: Date;
  readonly reason: string;
}

export async function insertFactorReset(
  tx: Tx,
  row: Insertable<CustomersTables["factor_reset"]>,
): Promise<void> {
  await tables(tx).insertInto("factor_reset").values(row).execute();
}

export function findFactorReset(tx: Tx, id: string): Promise<FactorResetRow | undefined> {
  return tables(tx).selectFrom("factor_reset").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Finds a customer's waiting 2FA recovery. Returns undefined if there is none. */
export async function findOpenReset(tx: Tx, customerId: string): Promise<OpenReset | undefined> {
  const open = await selectOpenCase(tx, { kind: "factor_reset", customerId });
  const reset = open === undefined ? undefined : await findFactorReset(tx, open.subject_id);
  if (open === undefined || reset === undefined) {
    return undefined;
  }
  const { proposed_by: by, proposed_at: at, reason } = reset;
  return { caseId: open.id, by, at, reason };
}

/** Locks the customer's row, which serializes proposals about this customer. */
export async function lockCustomerRow(tx: Tx, customerId: string): Promise<void> {
  await tables(tx)
    .selectFrom("customer")
    .select("id")
    .where("id", "=", customerId)
    .forNoKeyUpdate()
    .execute();
}
