import type { BreakReason } from "@tessera/contract/money-movement/reconciliation.schemas";
import { providers } from "../../../adapters/providers/registry.ts";
import { depositChainsOf } from "../../../platform/config/evm-settings.ts";
import type { AppContext } from "../../../platform/context.ts";
import { wireId } from "../../../platform/ids.ts";
import type { Group, Line } from "../find-break.policy.ts";
import type { Period, ReconciliationSource } from "../reconciliation-source.ts";
import {
  type Page,
  type StrayPayment,
  selectCustodianPairs,
  selectEvmPairs,
  selectSandboxPairs,
  selectStrayPayments,
  type TransferPair,
} from "./chain-lines.repository.ts";
import { inPages, PAGE } from "./in-pages.ts";
import { payoutGroups } from "./payout-groups.ts";

const HOUR_MS = 3_600_000;
const NO_ID = "00000000-0000-0000-0000-000000000000";
const USDT = "USDT";

type Transfer = TransferPair<bigint | string>;
type Named = Pick<Transfer, "network" | "transaction_hash" | "place">;

function keyOf({ network, transaction_hash: hash, place }: Named): string {
  return `transfer:${network}:${hash}:${place}`;
}

function refOf({ network, transaction_hash: hash, place }: Named): string {
  return `${network} ${hash} ${place}`;
}

/** Returns why a transfer has not been credited. */
function reasonOf({ payment_id, held, is_acknowledged }: Transfer): BreakReason {
  if (payment_id === null) {
    return is_acknowledged ? "not_recorded" : "waiting";
  }
  switch (held) {
    case "reviewing":
      return "reviewing";
    case "returned":
      return "returned";
    default:
      return "confirming";
  }
}

/** Returns the asset of each token's contract, as configured. */
function assetsOf({ config }: AppContext): ReadonlyMap<string, string> {
  const { chain } = config;
  const tokens =
    chain.provider === "evm" ? depositChainsOf(chain).flatMap((one) => one.tokens) : [];
  return new Map(tokens.map(({ contract, asset }) => [contract, asset]));
}

function transferGroup(assets: ReadonlyMap<string, string>, now: Date) {
  return (row: Transfer): Group => {
    const { contract, payment_asset: booked, movement_id: movementId, credited_at } = row;
    const asset = (contract === null ? USDT : assets.get(contract)) ?? booked ?? USDT;
    const ledger: Line[] =
      movementId === null || credited_at === null
        ? []
        : [
            {
              ref: wireId("mov", movementId),
              asset: booked ?? USDT,
              amountMinor: row.ledger_minor ?? 0n,
              at: credited_at,
            },
          ];
    const line = { ref: refOf(row), asset, amountMinor: row.outside_minor, at: row.at ?? now };
    const outside = ledger.length > 0 ? line : { ...line, reason: reasonOf(row) };
    return { key: keyOf(row), ledger, outside: [outside] };
  };
}

function strayGroup(row: StrayPayment): Group {
  const { movement_id, asset, ledger_minor: amountMinor, credited_at: at } = row;
  const line = { ref: wireId("mov", movement_id), asset, amountMinor, at };
  return { key: keyOf(row), ledger: [line], outside: [] };
}

async function* groups(context: AppContext, { from }: Period) {
  const tx = context.db.kysely;
  const grouped = transferGroup(assetsOf(context), context.clock.now());
  const page = <Id>(after: Id): Page<Id> => ({ after, from, limit: PAGE });
  const idOf = <Id>({ id }: { readonly id: Id }) => id;
  for await (const rows of inPages(0n, (at) => selectEvmPairs(tx, page(at)), idOf)) {
    yield rows.map(grouped);
  }
  for await (const rows of inPages(0n, (at) => selectCustodianPairs(tx, page(at)), idOf)) {
    yield rows.map(grouped);
  }
  for await (const rows of inPages(NO_ID, (at) => selectSandboxPairs(tx, page(at)), idOf)) {
    yield rows.map(grouped);
  }
  for await (const rows of inPages(NO_ID, (at) => selectStrayPayments(tx, page(at)), idOf)) {
    yield rows.map(strayGroup);
  }
  yield* payoutGroups(context, from);
}

/**
 * Chains: the transfers that were seen at the program's addresses against the deposits that they
 * became, and what payout providers show against the withdrawals.
 */
export const chainSource: ReconciliationSource = {
  name: "chain",
  patience: { missingAfterMs: 24 * HOUR_MS, lateAfterMs: 72 * HOUR_MS },
  providerOf(context) {
    const { chain, payouts } = context.use(providers);
    return chain?.name ?? payouts?.name;
  },
  groups,
};
