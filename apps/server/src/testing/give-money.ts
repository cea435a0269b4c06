import type { CurrencyCode } from "@tessera/money";
import { accountOf } from "../identity/people/index.ts";
import type { AppContext } from "../platform/context.ts";
import { newId } from "../platform/ids.ts";

interface Given {
  readonly customerId: string;
  readonly currency: CurrencyCode;
  readonly amountMinor: bigint;
  /** When the money arrived; the current time if undefined. */
  readonly at?: Date;
}

/** Credits a customer's account from suspense, like an adjustment. The amount is in minor units. */
export async function giveMoney(
  { ledger, db, clock }: AppContext,
  { customerId, currency, amountMinor, at = clock.now() }: Given,
): Promise<void> {
  const credit = await accountOf(db.kysely, customerId, currency);
  const debit = ledger.houseAccount("suspense", currency);
  const { outcome } = await ledger.submit({
    id: newId(clock.now()),
    customerId,
    kind: "deposit",
    cardId: null,
    parentId: null,
    status: "completed",
    currency,
    amountMinor,
    feeMinor: 0n,
    title: "",
    data: {},
    eventAt: at,
    clientKey: null,
    legs: [{ type: "transfer", debit, credit, amountMinor }],
  });
  if (outcome !== "posted") {
    throw new Error(`money was not given: ${outcome}`);
  }
}
