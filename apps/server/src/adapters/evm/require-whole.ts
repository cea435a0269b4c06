import type { AppContext } from "../../platform/context.ts";
import { selectOwnAddresses } from "./evm-addresses.repository.ts";
import type { EvmReceipt } from "./evm-answers.ts";
import type { EvmSource } from "./evm-source.ts";
import { identityOf, selectIdentities } from "./evm-transfers.repository.ts";
import { isTokenLog, type PlacedTransfer, placeTransfers, type Span } from "./read-span.ts";
import { RpcError } from "./rpc-error.ts";

interface Asked {
  readonly chainId: bigint;
  readonly contracts: ReadonlySet<string>;
  readonly span: Span;
}

function nameOf({ blockHash, logIndex, amountRaw, ...transfer }: PlacedTransfer): string {
  const amount_raw = amountRaw.toString();
  return identityOf({ ...transfer, block_hash: blockHash, log_index: logIndex, amount_raw });
}

/** Returns the transfers to our addresses that are not stored yet. */
async function newTransfers(
  { db: { kysely } }: Pick<AppContext, "db">,
  { chainId, span: { transfers } }: Asked,
): Promise<PlacedTransfer[]> {
  const addresses = [...new Set(transfers.map(({ address }) => address))];
  const own = await selectOwnAddresses(kysely, addresses);
  const ours = transfers.filter(({ address }) => own.has(address));
  const hashes = [...new Set(ours.map(({ transactionHash }) => transactionHash))];
  const stored = await selectIdentities(kysely, chainId, hashes);
  return ours.filter((transfer) => !stored.has(nameOf(transfer)));
}

/** Returns the transfers of a receipt. */
export function transfersIn(
  receipt: EvmReceipt,
  contracts: ReadonlySet<string>,
): readonly PlacedTransfer[] {
  return placeTransfers(receipt.logs.filter((log) => isTokenLog(log, contracts)));
}

/**
 * Checks that a server left out no transfer of a transaction that pays an address of ours.
 * Transfers are named by their place in their transaction, so what was left out would give the
 * others wrong names, and not find its own free later.
 *
 * @throws RpcError `inconsistent` if the logs differ from the transaction's receipt
 */
export async function requireWhole(
  context: Pick<AppContext, "db">,
  source: EvmSource,
  asked: Asked,
): Promise<void> {
  const transfers = await newTransfers(context, asked);
  if (transfers.length === 0) {
    return;
  }
  const listed = new Set(asked.span.transfers.map(nameOf));
  const hashes = [...new Set(transfers.map(({ transactionHash }) => transactionHash))];
  const receipts = await source.receipts(hashes);
  const inReceipts = new Set(
    receipts.flatMap((receipt) =>
      receipt === undefined ? [] : transfersIn(receipt, asked.contracts).map(nameOf),
    ),
  );
  const isWhole =
    transfers.every((transfer) => inReceipts.has(nameOf(transfer))) &&
    [...inReceipts].every((name) => listed.has(name));
  if (!isWhole) {
    throw new RpcError("inconsistent", `${source.label} returned other logs than a receipt has`);
  }
}
