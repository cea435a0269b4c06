import type { Sql } from "postgres";
import type { LabBlock } from "./lab-chain.ts";

/** What the lab knows about the customers, from its own actions alone. */
export interface LabTruth {
  /** The newest chain. */
  readonly blocks: readonly LabBlock[];
  readonly token: string;
  /** Deposit addresses in lower case, with their customers. */
  readonly owners: ReadonlyMap<string, string>;
  /** What each customer spent, in hundredths. */
  readonly spent: ReadonlyMap<string, bigint>;
}

interface OnChain {
  readonly name: string;
  readonly customerId: string;
  readonly amountMinor: bigint;
  readonly amountRaw: bigint;
}

const RAW_PER_HUNDREDTH = 10_000n;

/** Lists the transfers that the chain has, by transaction and place. */
function onChain({ blocks, token, owners }: LabTruth): OnChain[] {
  return blocks.flatMap(({ transactions }) =>
    transactions.flatMap(({ hash, isReverted, transfers }) =>
      (isReverted ? [] : transfers)
        .filter((transfer) => transfer.token === token)
        .flatMap(({ to, amountRaw }, place) => {
          const customerId = owners.get(to.toLowerCase());
          const amountMinor = amountRaw / RAW_PER_HUNDREDTH;
          return customerId === undefined || amountMinor === 0n
            ? []
            : [{ name: `${hash} ${place}`, customerId, amountMinor, amountRaw }];
        }),
    ),
  );
}

function sumsOf(transfers: readonly OnChain[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { customerId, amountRaw } of transfers) {
    sums.set(customerId, (sums.get(customerId) ?? 0n) + amountRaw);
  }
  return sums;
}

/** Lists differences between what is on the chain and which payments are credited. */
async function wrongPayments(sql: Sql, expected: readonly OnChain[]): Promise<string[]> {
  const credited = await sql<{ name: string; amount: string; customer: string }[]>`
    select transaction_hash || ' ' || log_index as name, customer_id::text as customer,
      (credit_minor - carried_minor)::text as amount
    from deposit_payment where credited_at is not null`;
  const left = new Map(expected.map((one) => [one.name, one]));
  const problems: string[] = [];
  for (const { name, amount, customer } of credited) {
    const found = left.get(name);
    left.delete(name);
    if (found === undefined) {
      problems.push(`${name}: credited, and not on the chain, or twice`);
    } else if (found.customerId !== customer || found.amountMinor !== BigInt(amount)) {
      problems.push(`${name}: credited ${amount} to ${customer}, not ${found.amountMinor}`);
    }
  }
  return [...problems, ...[...left.keys()].map((name) => `${name}: on the chain, never credited`)];
}

/**
 * Lists customers whose accounts, with what is below a cent and waits for their next deposit,
 * differ from the chain, less what they spent.
 */
async function wrongBalances(sql: Sql, truth: LabTruth, expected: readonly OnChain[]) {
  const rows = await sql<{ customer: string; posted: string }[]>`
    select a.customer_id::text as customer,
      sum(case when t.credit_account = a.id then t.amount else -t.amount end)::text as posted
    from ledger.account a join ledger.transfer t on a.id in (t.credit_account, t.debit_account)
    where a.kind in ('account', 'receivable')
    group by a.customer_id`;
  const dust = await sql<{ customer: string; raw: string }[]>`
    select customer_id::text as customer, sum(micro)::text as raw from asset_dust
    group by customer_id`;
  const carried = new Map(dust.map(({ customer, raw }) => [customer, BigInt(raw)]));
  const posted = new Map(rows.map(({ customer, posted: sum }) => [customer, BigInt(sum)]));
  const sums = sumsOf(expected);
  return [...new Set(truth.owners.values())].flatMap((customer) => {
    const spent = truth.spent.get(customer) ?? 0n;
    const wanted = (sums.get(customer) ?? 0n) - spent * RAW_PER_HUNDREDTH;
    const found = (posted.get(customer) ?? 0n) * RAW_PER_HUNDREDTH + (carried.get(customer) ?? 0n);
    return found === wanted ? [] : [`${customer}: has ${found}, and should have ${wanted}`];
  });
}

/**
 * Lists the differences between the lab's chain and the database: each payment that is on the chain
 * is credited once, nothing else is, and what customers have plus what they spent is what arrived.
 * Reads tables by plain SQL, and shares no code with the product.
 */
export async function checkChain(sql: Sql, truth: LabTruth): Promise<string[]> {
  const expected = onChain(truth);
  const [waiting] = await sql<{ n: number }[]>`
    select count(*)::int as n from evm_transfer
    where retracted_at is not null and retraction_settled_at is null`;
  return [
    ...(await wrongPayments(sql, expected)),
    ...(await wrongBalances(sql, truth, expected)),
    ...(waiting?.n === 0 ? [] : [`${waiting?.n} retractions were never settled`]),
  ];
}
