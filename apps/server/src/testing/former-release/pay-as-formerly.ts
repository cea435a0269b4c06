import type { Deposit } from "@tessera/contract/money-movement/wallet.schemas";
import type { ChainTransfer } from "../../adapters/chain/chain-provider.ts";
import { sandboxChainOf } from "../../money-movement/deposits/chain.ts";
import { depositUuid } from "../../money-movement/deposits/depositor.fixtures.ts";
import { recordTransfer } from "../../money-movement/deposits/record-transfer.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";

/**
 * Pays a deposit in dollars on the simulated chain, and credits it as servers of an earlier release
 * did: from `chain_clearing` of the currency, without a movement of the asset.
 *
 * @param account the customer's account in dollars
 */
export async function payAsFormerly(
  context: AppContext,
  deposit: Deposit & { readonly address: string },
  account: bigint,
): Promise<ChainTransfer> {
  const chain = sandboxChainOf(context);
  const { network, address } = deposit;
  const amountMinor = BigInt(deposit.amount.replace(".", ""));
  const transfer = await inTransaction(context.db, (tx) =>
    chain.send(tx, { network, address, amountMinor, confirmed: true }),
  );
  const recorded = await recordTransfer(context, { ...transfer, confirmations: 0 });
  if (recorded !== "confirming") {
    throw new Error(`the payment is ${recorded}, although nothing confirms it`);
  }
  await creditAsFormerly(context, depositUuid(deposit), account);
  await chain.acknowledge(transfer);
  return transfer;
}

async function creditAsFormerly(
  { ledger, db, clock }: AppContext,
  depositId: string,
  account: bigint,
): Promise<void> {
  const [payment] = await db.sql<
    { id: string; customer_id: string; movement_id: string; credit_minor: bigint }[]
  >`select id, customer_id, movement_id, credit_minor from deposit_payment
    where deposit_id = ${depositId}`;
  if (payment === undefined) {
    throw new Error("the deposit has no payment");
  }
  const { customer_id: customerId, movement_id: parentId, credit_minor: amountMinor } = payment;
  const id = newId(clock.now());
  const [result] = await ledger.post(db.kysely, [
    {
      ...{ id, customerId, kind: "deposit", cardId: null, parentId, status: "completed" },
      ...{ currency: "USD", amountMinor, feeMinor: 0n, title: "", data: {} },
      ...{ eventAt: clock.now(), clientKey: null },
      statusChanges: [{ movementId: parentId, status: "completed", amountMinor }],
      legs: [
        {
          ...{ type: "transfer", debit: ledger.houseAccount("chain_clearing", "USD") },
          ...{ credit: account, amountMinor },
        },
      ],
    },
  ]);
  if (result?.outcome !== "posted") {
    throw new Error(`the ledger refused the credit: ${result?.outcome}`);
  }
  await db.sql`update deposit_payment set credited_at = ${clock.now()}, credit_movement_id = ${id},
    amount_raw = null, token_decimals = null where id = ${payment.id}`;
  await db.sql`update deposit set status = 'completed', closed_at = ${clock.now()}
    where id = ${depositId}`;
}
