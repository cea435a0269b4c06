import type {
  CheckedAddress,
  Lookalike,
  PayoutNetwork,
} from "@tessera/contract/money-movement/withdrawals.schemas";
import { readAddress } from "../../../adapters/chain/read-address.ts";
import type { AppContext, Tx } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { selectDepositAddresses, selectPayers } from "../../deposits/index.ts";
import { payoutsOf } from "../send/payouts.ts";
import { selectAllAddresses } from "./addresses.repository.ts";
import { areLookalikes } from "./lookalikes.policy.ts";

interface AskedAddress {
  readonly customerId: string;
  readonly network: PayoutNetwork;
  /** The address as typed or pasted. */
  readonly address: string;
}

/**
 * Lists the customer's known addresses that an address could be confused with: those that were ever
 * in the address book, those of deposits, and those that paid in. An address that resembles one of
 * them may come from somebody who planted it in the customer's history.
 *
 * @param deposits the addresses of the customer's deposits
 */
async function lookalikesOf(
  tx: Tx,
  { customerId, address }: Pick<AskedAddress, "customerId" | "address">,
  deposits: readonly string[],
): Promise<Lookalike[]> {
  const book = await selectAllAddresses(tx, customerId);
  const payers = await selectPayers(tx, customerId);
  const labels = new Map(book.map((one) => [one.address, one.label]));
  const known: readonly Lookalike[] = [
    ...[...labels].map(([other, label]) => ({ kind: "book" as const, label, address: other })),
    ...deposits.map((other) => ({ kind: "deposit" as const, label: null, address: other })),
    ...payers
      .filter((other) => !labels.has(other))
      .map((other) => ({ kind: "sender" as const, label: null, address: other })),
  ];
  return known.filter((other) => areLookalikes(address, other.address));
}

/** Lists the known addresses that an address in the book could be confused with. */
export async function lookalikesInBook(
  tx: Tx,
  asked: Pick<AskedAddress, "customerId" | "address">,
): Promise<Lookalike[]> {
  const { own } = await selectDepositAddresses(tx, asked);
  return lookalikesOf(tx, asked, own);
}

/** Runs {@link checkAddress} inside a transaction. */
export async function checkAddressIn(tx: Tx, asked: AskedAddress): Promise<CheckedAddress> {
  const { customerId, network } = asked;
  const read = readAddress(network, asked.address);
  if ("fault" in read) {
    throw new Refusal(read.fault, { internal: `for ${network}` });
  }
  const { address } = read;
  const deposits = await selectDepositAddresses(tx, { customerId, address });
  if (deposits.isOurs) {
    throw new Refusal("address_own");
  }
  const lookalikes = await lookalikesOf(tx, { customerId, address }, deposits.own);
  return { network, address, lookalikes };
}

/**
 * Checks an address before it is used: whether its format, network and checksum are valid, whether
 * it is one of ours, and which known addresses it could be confused with.
 *
 * @throws Refusal `address_malformed`, `address_network`, `address_checksum`, `address_own`,
 * `not_offered`
 */
export async function checkAddress(
  context: AppContext,
  asked: AskedAddress,
): Promise<CheckedAddress> {
  payoutsOf(context);
  return checkAddressIn(context.db.kysely, asked);
}
