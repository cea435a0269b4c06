import { formatAmount } from "@tessera/money";
import type { AppContext, Tx } from "../../platform/context.ts";
import { wireId } from "../../platform/ids.ts";
import type { MandateRow } from "./mandates.tables.ts";

/** Who acts on a mandate, for the audit log. */
export interface By {
  readonly actor: string;
  readonly requestId: string;
}

type MandateAct =
  | "mandate.propose"
  | "mandate.change"
  | "mandate.approve"
  | "mandate.refuse"
  | "mandate.withdraw"
  | "mandate.end";

/**
 * Records an act on a mandate, and notifies its customer's open screens when the transaction
 * commits. The texts are not recorded, because an audit event can never be changed or erased.
 */
export async function recordMandate(
  { ledger }: Pick<AppContext, "ledger">,
  tx: Tx,
  { id, customer_id: customerId, currency, ...row }: MandateAsRecorded,
  { actor, requestId, action }: By & { readonly action: MandateAct },
): Promise<void> {
  await ledger.appendAudit(tx, [
    {
      ...{ action, actor, customerId, object: id, outcome: "ok", requestId },
      data: {
        ceiling: `${formatAmount(row.ceiling_minor, currency)} ${currency}`,
        revision: row.revision,
        status: row.status,
      },
    },
  ]);
  await ledger.appendEvents(tx, [
    { topic: "reviews", body: { customerId, mandateId: wireId("mdt", id) } },
  ]);
}

type MandateAsRecorded = Pick<
  MandateRow,
  "id" | "customer_id" | "currency" | "ceiling_minor" | "revision" | "status"
>;
