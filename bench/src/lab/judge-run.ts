import { openDatabase } from "@tessera/database";
import { createLedger } from "@tessera/ledger";
import postgres, { type Sql } from "postgres";
import type { Environment } from "../environment.ts";
import { checkHolds } from "../holds/check-holds.ts";
import type { AnsweredPayment } from "../holds/repeating-network.ts";
import { verifyBooks } from "../verify-books.ts";
import { checkHistory, checkLedger } from "./check-bank.ts";
import { type Event, readHistory } from "./history.ts";
import type { FaultCounts } from "./inflict-fault.ts";
import { checkPartners } from "./partners/check-partners.ts";

/** What a round left behind. */
export interface Course {
  /** The history. */
  readonly file: string;
  readonly payments: readonly AnsweredPayment[];
  /** What was wrong with the holds of payments before clocks were moved. */
  readonly holdFaults: readonly string[];
  readonly counts: FaultCounts;
}

const MOST_FAULTS_SHOWN = 20;

/** Says how much the other parties were used. */
function countsOf(events: readonly Event[]): string {
  const count = (type: Event["type"]) => events.filter((event) => event.type === type).length;
  const [payments, withdrawals, codes] = [count("payment"), count("withdrawal"), count("code")];
  const [authorizations, transactions] = [count("authorization"), count("transaction")];
  return (
    `${payments} payments on the chain, ${withdrawals} withdrawals, ${codes} mailed codes; ` +
    `${authorizations} authorizations and ${transactions} transactions at the issuer`
  );
}

/** Does some work on connections as the owner of each cell's database. */
async function asOwners<T>(
  environments: readonly Environment[],
  work: (owners: readonly Sql[]) => Promise<T>,
): Promise<T> {
  const owners = environments.map(({ server }) =>
    postgres(server.ownerUrl, { max: 1, onnotice: () => undefined }),
  );
  try {
    return await work(owners);
  } finally {
    await Promise.all(owners.map((owner) => owner.end({ timeout: 5 })));
  }
}

/** Compares the network's answers with the ledgers, before holds expire. */
export function judgeHolds(
  environments: readonly Environment[],
  payments: readonly AnsweredPayment[],
): Promise<string[]> {
  return asOwners(environments, (owners) => checkHolds(owners, payments));
}

/** Verifies every cell's ledger. */
async function verifyEach(
  environments: readonly Environment[],
  say: (text: string) => void,
): Promise<void> {
  for (const { server } of environments) {
    const db = openDatabase<unknown>({ url: server.appUrl, statementTimeoutMs: 600_000 });
    const ledger = createLedger({ db });
    try {
      say(`every invariant holds of ${await verifyBooks(ledger, db)}`);
    } finally {
      await ledger.close();
      await db.close();
    }
  }
}

/** Judges a round. Returns whether there is nothing wrong with it. */
export async function judgeRun(
  environments: readonly Environment[],
  { file, payments, holdFaults, counts }: Course,
  say: (text: string) => void,
): Promise<boolean> {
  const events = await readHistory(file);
  const verdict = checkHistory(events);
  const faults = await asOwners(environments, async (owners) => [
    ...verdict.faults,
    ...holdFaults,
    ...(await checkLedger(owners, events)),
    ...(await Promise.all(owners.map((owner) => checkPartners(owner, events)))).flat(),
  ]);
  const { operations, reads, snapshots, approvals } = verdict;
  say(`${operations} operations, ${reads} reads, ${snapshots} snapshots`);
  say(`${payments.length} payments, ${approvals} approvals whose hold was looked for`);
  say(countsOf(events));
  say(`broken: ${JSON.stringify(counts)}`);
  await verifyEach(environments, say);
  if (operations === 0 || reads === 0 || snapshots === 0 || approvals === 0) {
    faults.push("a part of the load did nothing");
  }
  for (const fault of faults.slice(0, MOST_FAULTS_SHOWN)) {
    say(`FAULT ${fault}`);
  }
  say(faults.length === 0 ? "nothing is lost, doubled or wrong" : `${faults.length} faults`);
  say(`history: ${file}`);
  return faults.length === 0;
}
