import type { ChainTransfer } from "../../adapters/chain/chain-provider.ts";
import { microOf, microOfMinor } from "../asset-books/index.ts";
import type { DepositRow, PaymentRow } from "./deposits.repository.ts";

/** Returns the token that a payment arrived in, and its network. */
export function assetOf(
  deposit: Pick<DepositRow, "asset">,
  { asset, network }: Pick<PaymentRow, "asset" | "network">,
): { readonly asset: string; readonly network: string } {
  return { asset: asset ?? deposit.asset, network };
}

/** Returns the columns with a transfer's exact amount. */
export function exactColumns({
  exact,
}: Pick<ChainTransfer, "exact">): Pick<PaymentRow, "amount_raw" | "token_decimals"> {
  return {
    amount_raw: exact?.raw.toString() ?? null,
    token_decimals: exact?.decimals ?? null,
  };
}

/** Returns a payment's amount in millionths, as exactly as it is known. */
export function microOfPayment({
  amount_raw: raw,
  token_decimals: decimals,
  amount_minor: amountMinor,
}: Pick<PaymentRow, "amount_raw" | "token_decimals" | "amount_minor">): bigint {
  return raw === null || decimals === null
    ? microOfMinor(amountMinor)
    : microOf({ raw: BigInt(raw), decimals });
}
