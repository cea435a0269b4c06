import type { Balance, Ledger, Movement, TransferLeg } from "@tessera/ledger";
import type { Sql } from "postgres";

/**
 * Posts a movement that consists of transfers with BEGIN, SELECT FOR UPDATE, UPDATE, INSERT and
 * COMMIT, each in a separate round trip. Writes everything that the ledger writes, except for the
 * hash chain, into tables with the same columns and indexes. Locks no internal account.
 */
export function submitInteractively(sql: Sql): Ledger["submit"] {
  return async (movement) => {
    const legs = movement.legs.filter((leg) => leg.type === "transfer");
    const changes = changesOf(legs);
    const accounts = [...changes.keys()].sort((a, b) => Number(a - b));
    return sql.begin(async (tx) => {
      const found = await tx<{ account_id: string; posted: string }[]>`
        select account_id, posted from bench.balance where account_id = any(${accounts.map(String)})
        order by account_id for update`;
      const balances: Balance[] = [];
      for (const { account_id, posted } of found) {
        const account = BigInt(account_id);
        const postedMinor = BigInt(posted) + (changes.get(account) ?? 0n);
        balances.push({
          account,
          currency: movement.currency,
          postedMinor,
          heldMinor: 0n,
          availableMinor: postedMinor,
          status: "open",
        });
      }
      const { id: movementId } = movement;
      if (
        balances.length < accounts.length ||
        balances.some(({ postedMinor }) => postedMinor < 0n)
      ) {
        return { outcome: "refused", movementId, reason: "insufficient" } as const;
      }
      for (const { account, postedMinor } of balances) {
        await tx`update bench.balance set posted = ${postedMinor.toString()}, version = version + 1
                 where account_id = ${account.toString()}`;
      }
      await tx`insert into bench.movement ${tx(rowOf(movement, balances))}`;
      const transfers = legs.map((leg, n) => transferOf(movement, leg, n));
      await tx`insert into bench.transfer ${tx(transfers)}`;
      return { outcome: "posted", movementId, balances, createdAt: movement.eventAt } as const;
    });
  };
}

/** Returns the changes that the legs make to customer accounts, in minor units. */
function changesOf(legs: readonly TransferLeg[]): ReadonlyMap<bigint, bigint> {
  const changes = new Map<bigint, bigint>();
  const add = (account: bigint, amountMinor: bigint) => {
    if (account >= 1_000n) {
      changes.set(account, (changes.get(account) ?? 0n) + amountMinor);
    }
  };
  for (const { debit, credit, amountMinor } of legs) {
    add(debit, -amountMinor);
    add(credit, amountMinor);
  }
  return changes;
}

const NO_HASH = Buffer.alloc(32);

function rowOf(movement: Movement, balances: readonly Balance[]) {
  const touched = balances.flatMap(({ account, postedMinor }) => [account, postedMinor, 0n]);
  return {
    id: movement.id,
    customer_id: movement.customerId,
    event_at: movement.eventAt,
    created_at: movement.eventAt,
    amount: movement.amountMinor.toString(),
    fee: movement.feeMinor.toString(),
    card_id: movement.cardId,
    kind: movement.kind,
    status: movement.status,
    currency: movement.currency,
    title: movement.title,
    client_key: movement.clientKey,
    content_hash: NO_HASH,
    touched: touched.map(String),
    data: JSON.stringify(movement.data),
  };
}

function transferOf({ id, currency }: Movement, leg: TransferLeg, n: number) {
  return {
    movement_id: id,
    n: n + 1,
    currency,
    debit_account: leg.debit.toString(),
    credit_account: leg.credit.toString(),
    amount: leg.amountMinor.toString(),
    debit_version: leg.debit >= 1_000n ? 1 : null,
    credit_version: leg.credit >= 1_000n ? 1 : null,
  };
}
