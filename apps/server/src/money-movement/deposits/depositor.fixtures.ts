import type { Deposit, Wallet } from "@tessera/contract/money-movement/wallet.schemas";
import type { ChainTransfer } from "../../adapters/chain/chain-provider.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { newId, parseId } from "../../platform/ids.ts";
import { getWallet } from "../holdings/get-wallet.ts";
import { sandboxChainOf } from "./chain.ts";
import { type CreateDepositInput, createDeposit } from "./create-deposit.ts";
import { getDeposit } from "./get-deposit.ts";
import { payDeposit } from "./pay-deposit.ts";
import { recordTransferIn } from "./record-transfer.ts";
import { settleTransfers } from "./settle-transfers.ts";

/** Extracts a deposit's UUID from its wire id. */
export function depositUuid(deposit: Pick<Deposit, "id">): string {
  const uuid = parseId("dep", deposit.id);
  if (uuid === undefined) {
    throw new Error(`${deposit.id} is not a deposit's id`);
  }
  return uuid;
}

/** An amount in a token's smallest unit. */
type ExactAmount = NonNullable<ChainTransfer["exact"]>;

/** A deposit whose address is watched. */
type PayableDeposit = Deposit & { readonly address: string };

/** Returns a deposit's address, which every new deposit has. */
function addressOf({ id, address }: Deposit): string {
  if (address === null) {
    throw new Error(`${id} shows no address`);
  }
  return address;
}

async function payExactly(
  context: AppContext,
  { network, address }: PayableDeposit,
  exact: ExactAmount,
): Promise<ChainTransfer> {
  const chain = sandboxChainOf(context);
  const amountMinor = exact.raw / 10n ** BigInt(exact.decimals - 2);
  // In one transaction, because a job that polls the chain would record the rounded amount.
  const transfer = await inTransaction(context.db, async (tx) => {
    const sent = await chain.send(tx, { network, address, amountMinor, confirmed: true });
    const { recorded } = await recordTransferIn(context, tx, { ...sent, exact });
    if (recorded !== "credited") {
      throw new Error(`the payment is ${recorded}`);
    }
    return { ...sent, exact };
  });
  await chain.acknowledge(transfer);
  return transfer;
}

/** Returns shorthand functions for a customer's deposit operations. */
export function depositorOf(context: AppContext, customerId: string) {
  return {
    async create(over: Partial<CreateDepositInput> = {}): Promise<PayableDeposit> {
      const deposit = await createDeposit(context, {
        customerId,
        idempotencyKey: newId(),
        asset: "USDT",
        network: "TRC20",
        amount: "500.00",
        ...over,
      });
      return { ...deposit, address: addressOf(deposit) };
    },
    read: (deposit: Deposit): Promise<Deposit> =>
      getDeposit(context, { customerId, depositId: depositUuid(deposit) }),
    pay: (deposit: Deposit, amount?: string) =>
      payDeposit(context, {
        depositId: depositUuid(deposit),
        ...(amount !== undefined && { amount }),
      }),
    /**
     * Pays a deposit with an amount of the token that the simulated chain cannot send, and credits
     * it.
     */
    payExactly: (deposit: PayableDeposit, exact: ExactAmount) =>
      payExactly(context, deposit, exact),
    wallet: (): Promise<Wallet> => getWallet(context, { customerId, currency: "USD" }),
  };
}

/** Mines blocks until all payments are final and credited. */
export async function confirmEverything(context: AppContext): Promise<void> {
  for (let blocks = 0; (await settleTransfers(context)) > 0; blocks += 1) {
    if (blocks > 40) {
      throw new Error("a transfer is not credited after 40 blocks");
    }
    await sandboxChainOf(context).mine();
  }
}
