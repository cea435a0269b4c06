import {
  ASSET_SIDES,
  type AssetSide,
  type CustomerMovement,
} from "@tessera/contract/back-office/customers.schemas";
import type { Tx } from "../../platform/context.ts";
import { wireId } from "../../platform/ids.ts";
import { formatMicro } from "./asset-amounts.ts";
import { type AssetLineRow, selectAssetLines } from "./asset-lines.repository.ts";

/** @throws RangeError for an account unknown to this version */
function sideOf(kind: string): AssetSide {
  const side = ASSET_SIDES.find((one) => one === kind);
  if (side === undefined) {
    throw new RangeError(`the ledger has an unknown account of an asset: ${kind}`);
  }
  return side;
}

function present(rows: readonly [AssetLineRow, ...AssetLineRow[]]) {
  const [{ id, asset, network, created_at: at }] = rows;
  return {
    ...{ movementId: wireId("mov", id), asset, network, at: at.toISOString() },
    lines: rows.map(({ from_kind: from, to_kind: to, amount }) => ({
      ...{ from: sideOf(from), to: sideOf(to), amount: formatMicro(amount) },
    })),
  };
}

/**
 * Reads the program's movements of tokens that belong to a customer's movement and its steps: what
 * a deposit brought to a chain, what its retraction took back, or what a payout sent. For operators
 * only.
 */
export async function readAssetMovements(
  tx: Tx,
  movementId: string,
): Promise<CustomerMovement["assets"]> {
  const byMovement = new Map<string, [AssetLineRow, ...AssetLineRow[]]>();
  for (const row of await selectAssetLines(tx, movementId)) {
    const rows = byMovement.get(row.id);
    if (rows === undefined) {
      byMovement.set(row.id, [row]);
    } else {
      rows.push(row);
    }
  }
  return [...byMovement.values()].map(present);
}
