import { spellAddress } from "../chain/read-address.ts";
import { type CustodianNetwork, type TransferRow, transferRow } from "./custodian-answers.ts";

/** The contracts of USDT, as Tether publishes them; on BNB Smart Chain, Binance's pegged token. */
const USDT_CONTRACTS: Readonly<Record<CustodianNetwork, string>> = {
  TRC20: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
  ERC20: "0xdAC17F958D2ee523a2206206994597C13D831ec7",
  BEP20: "0x55d398326f99059fF775485246999027B3197955",
};

/**
 * Why a row of the feed is skipped: it is not a transfer as the protocol describes it, is about
 * another network, asset or token contract, or differs from the transfer that is stored.
 */
export type SkipReason = "invalid" | "foreign" | "contradictory";

/** A row of the feed, as read. */
export type ReadRow =
  | { readonly transfer: TransferRow }
  | { readonly skipped: SkipReason; readonly fields: readonly string[] };

function textOf(row: object, field: string): string | undefined {
  const value: unknown = (row as Readonly<Record<string, unknown>>)[field];
  return typeof value === "string" ? value : undefined;
}

/** Returns the field in which a row names a network, asset or contract that we do not take. */
function foreignField(row: object): string | undefined {
  const network = textOf(row, "network");
  if (network !== undefined && !Object.hasOwn(USDT_CONTRACTS, network)) {
    return "network";
  }
  const asset = textOf(row, "asset");
  if (asset !== undefined && asset !== "USDT") {
    return "asset";
  }
  const contract = textOf(row, "contract");
  const isForeign =
    network !== undefined &&
    contract !== undefined &&
    spellAddress(contract) !== USDT_CONTRACTS[network as CustodianNetwork];
  return isForeign ? "contract" : undefined;
}

/**
 * Reads one row of the feed, so that a row that cannot be credited does not stop those after it.
 * Names the fields at fault, but not their values.
 */
export function readRow(row: unknown): ReadRow {
  if (typeof row === "object" && row !== null) {
    const foreign = foreignField(row);
    if (foreign !== undefined) {
      return { skipped: "foreign", fields: [foreign] };
    }
  }
  const read = transferRow.safeParse(row);
  if (!read.success) {
    const fields = read.error.issues.map(({ path }) => path.join(".") || "all").slice(0, 5);
    return { skipped: "invalid", fields };
  }
  return { transfer: read.data };
}
