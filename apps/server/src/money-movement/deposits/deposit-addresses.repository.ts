import { DEPOSIT_NETWORKS } from "@tessera/contract/money-movement/wallet.schemas";
import type { WalletTables } from "../../db/tables/money-movement.tables.ts";
import type { Tx } from "../../platform/context.ts";

/**
 * What we know about a customer's withdrawal address, and the addresses of the customer's deposits.
 */
export interface DepositAddresses {
  /** Whether the address was issued for any customer's deposit, on any network. */
  readonly isOurs: boolean;
  /** The addresses of the customer's deposits. */
  readonly own: readonly string[];
}

/**
 * Selects the addresses from which a customer's deposits were paid. Only credited payments count:
 * anybody can send nothing, or a worthless token.
 */
export async function selectPayers(tx: Tx, customerId: string): Promise<string[]> {
  const rows = await tx
    .withTables<WalletTables>()
    .selectFrom("deposit")
    .innerJoin("deposit_payment as payment", "payment.deposit_id", "deposit.id")
    .select("payment.sender")
    .distinct()
    .where("deposit.customer_id", "=", customerId)
    .where("payment.credited_at", "is not", null)
    .where("payment.sender", "is not", null)
    .execute();
  return rows.flatMap(({ sender }) => sender ?? []);
}

/**
 * Returns whether an address was issued for deposits, and the addresses of the customer's deposits.
 */
export async function selectDepositAddresses(
  tx: Tx,
  asked: { readonly customerId: string; readonly address: string },
): Promise<DepositAddresses> {
  const rows = await tx
    .withTables<WalletTables>()
    .selectFrom("deposit")
    .select(["address", "customer_id"])
    .where((row) =>
      row.or([
        row("customer_id", "=", asked.customerId),
        // Compares network and address as a single key so that an index can be used.
        row.and([row("network", "in", DEPOSIT_NETWORKS), row("address", "=", asked.address)]),
      ]),
    )
    .execute();
  return {
    isOurs: rows.some(({ address }) => address === asked.address),
    own: [
      ...new Set(
        rows
          .filter(({ customer_id }) => customer_id === asked.customerId)
          .map(({ address }) => address),
      ),
    ],
  };
}
