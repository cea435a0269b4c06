import type { Sql } from "postgres";

/** A withdrawal that the lab asked for, with what its customer was promised. */
export interface AskedWithdrawal {
  readonly id: string;
  readonly customerId: string;
  readonly address: string;
  /** Decimals, such as 59.40. */
  readonly receiveAmount: string;
  readonly total: string;
}

/** A transfer of the token from the wallet, as the chain's logs show it. */
export interface PaidOnChain {
  readonly transactionHash: string;
  /** In lower case. */
  readonly to: string;
  readonly amountRaw: bigint;
}

/** What the lab knows from its own actions, and from the chain's logs. */
export interface PayoutTruth {
  readonly asked: readonly AskedWithdrawal[];
  readonly paid: readonly PaidOnChain[];
  /** What each customer had at first, in hundredths. */
  readonly startMinor: bigint;
  /** What the wallet got, and what the chain says it holds, in the token's smallest unit. */
  readonly fundedRaw: bigint;
  readonly heldRaw: bigint;
}

const RAW_PER_HUNDREDTH = 10_000n;

interface Row {
  readonly id: string;
  readonly state: string;
  readonly hash: string | null;
  readonly isPaidOut: boolean;
  readonly isReturned: boolean;
}

function hundredths(decimal: string): bigint {
  return BigInt(decimal.replace(".", ""));
}

/** Compares each withdrawal's end with the chain. */
function wrongEnds(truth: PayoutTruth, rows: readonly Row[]): string[] {
  const left = new Map(truth.paid.map((one) => [one.transactionHash, one]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const problems: string[] = [];
  if (left.size < truth.paid.length) {
    problems.push("a transaction has several transfers");
  }
  for (const { id, address, receiveAmount } of truth.asked) {
    const row = byId.get(id);
    byId.delete(id);
    const paid = row?.hash == null ? undefined : left.get(row.hash);
    if (row === undefined || row.isPaidOut === row.isReturned) {
      problems.push(`${id}: ${row?.state ?? "lost"}, and neither or both paid out and returned`);
    } else if (row.isPaidOut) {
      left.delete(row.hash ?? "");
      const amountRaw = hundredths(receiveAmount) * RAW_PER_HUNDREDTH;
      if (paid?.to !== address.toLowerCase() || paid.amountRaw !== amountRaw) {
        problems.push(`${id}: paid out, and the chain does not show exactly that at ${row.hash}`);
      }
    }
  }
  return [
    ...problems,
    ...[...byId.keys()].map((id) => `${id}: nobody asked for it`),
    ...[...left.values()].map(
      ({ transactionHash, to }) => `${transactionHash}: paid to ${to} for no completed withdrawal`,
    ),
  ];
}

/** Compares what customers have with what they had, less what was paid out. */
async function wrongBalances(
  sql: Sql,
  truth: PayoutTruth,
  rows: readonly Row[],
): Promise<string[]> {
  const balances = await sql<{ customer: string; posted: string; held: string }[]>`
    select a.customer_id::text as customer, sum(b.posted)::text as posted,
      sum(b.held)::text as held
    from ledger.account a join ledger.balance b on b.account_id = a.id
    where a.kind = 'account' and a.currency = 'USD' group by a.customer_id`;
  const paidOut = new Set(rows.filter((row) => row.isPaidOut).map(({ id }) => id));
  return [...new Set(truth.asked.map(({ customerId }) => customerId))].flatMap((customer) => {
    const spent = truth.asked
      .filter(({ id, customerId }) => customerId === customer && paidOut.has(id))
      .reduce((sum, { total }) => sum + hundredths(total), 0n);
    const found = balances.find((one) => one.customer === customer);
    const wanted = truth.startMinor - spent;
    return found?.posted === String(wanted) && found.held === "0"
      ? []
      : [`${customer}: has ${found?.posted}, ${found?.held} of it held, and should have ${wanted}`];
  });
}

/**
 * Lists what is wrong after a walk: each withdrawal was paid on the chain once and exactly, or its
 * money returned, never both or neither; nothing else left the wallet; and customers' accounts say
 * the same. Reads tables by plain SQL, and shares no code with the product.
 */
export async function checkPayouts(sql: Sql, truth: PayoutTruth): Promise<string[]> {
  const rows = await sql<Row[]>`
    select id::text as id, state, transaction_hash as hash,
      payout_movement_id is not null as "isPaidOut",
      return_movement_id is not null as "isReturned"
    from withdrawal`;
  const leftRaw = truth.paid.reduce((sum, { amountRaw }) => sum + amountRaw, 0n);
  const isWhole = truth.fundedRaw - leftRaw === truth.heldRaw;
  return [
    ...wrongEnds(truth, rows),
    ...(await wrongBalances(sql, truth, rows)),
    ...(isWhole ? [] : [`the wallet holds ${truth.heldRaw} of ${truth.fundedRaw} - ${leftRaw}`]),
  ];
}
