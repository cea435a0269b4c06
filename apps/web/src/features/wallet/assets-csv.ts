import type { Asset } from "@tessera/contract/wallet/wallet.schemas";
import { csvOf } from "./csv.ts";

/** The heads of the columns, in the reader's language. */
export interface AssetColumns {
  readonly name: string;
  readonly type: string;
  readonly currency: string;
  readonly amount: string;
  readonly converted: string;
  readonly convertedCurrency: string;
  readonly updated: string;
}

/** Assets as they are shown, as CSV. */
export function assetsCsv(
  assets: readonly Asset[],
  currency: string,
  columns: AssetColumns,
): string {
  return csvOf([
    [
      columns.name,
      columns.type,
      columns.currency,
      columns.amount,
      columns.converted,
      columns.convertedCurrency,
      columns.updated,
    ],
    ...assets.map((asset) => [
      asset.name,
      asset.typeLabel,
      asset.code,
      asset.amount,
      asset.converted,
      currency,
      asset.updateTime,
    ]),
  ]);
}
