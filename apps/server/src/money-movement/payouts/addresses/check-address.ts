import type {
  CheckedAddress,
  PayoutNetwork,
} from "@tessera/contract/money-movement/withdrawals.schemas";
import { readAddress } from "../../../adapters/chain/read-address.ts";
import type { AppContext, Tx } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { selectDepositAddresses } from "../../deposits/index.ts";
import { payoutsOf } from "../send/payouts.ts";
import { selectAllAddresses } from "./addresses.repository.ts";
import { areLookalikes } from "./lookalikes.policy.ts";

interface AskedAddress {
  readonly customerId: string;
  readonly network: PayoutNetwork;
  /** The address as typed or pasted. */
  readonly address: string;
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
  const book = await selectAllAddresses(tx, customerId);
  const known = new Map(book.map((one) => [one.address, one.label]));
  return {
    network,
    address,
    lookalikes: [
      ...[...known].map(([other, label]) => ({ kind: "book" as const, label, address: other })),
      ...deposits.own.map((other) => ({ kind: "deposit" as const, label: null, address: other })),
    ].filter((other) => areLookalikes(address, other.address)),
  };
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
