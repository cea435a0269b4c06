import { openDatabase } from "@tessera/database";
import { createLedger } from "@tessera/ledger";
import postgres from "postgres";
import type { Environment } from "../environment.ts";
import { checkHolds } from "../holds/check-holds.ts";
import type { AnsweredPayment } from "../holds/repeating-network.ts";
import { verifyBooks } from "../verify-books.ts";
import { checkHistory, checkLedger } from "./check-bank.ts";
import { type Event, readHistory } from "./history.ts";
import type { FaultCounts } from "./inflict-fault.ts";
import { checkPartners } from "./partners/check-partners.ts";

/** What a run left behind. */
export interface Course {
  /** The history. */
  readonly file: string;
  readonly payments: readonly AnsweredPayment[];
  readonly counts: FaultCounts;
}

const MOST_FAULTS_SHOWN = 20;

/** Says how much the partners were used. */
function countsOf(events: readonly Event[]): string {
  const count = (type: Event["type"]) => events.filter((event) => event.type === type).length;
  const [payments, withdrawals, codes] = [count("payment"), count("withdrawal"), count("code")];
  return `${payments} payments on the chain, ${withdrawals} withdrawals, ${codes} mailed codes`;
}

/** Judges a run. Returns whether there is nothing wrong with it. */
export async function judgeRun(
  { server }: Environment,
  { file, payments, counts }: Course,
  say: (text: string) => void,
): Promise<boolean> {
  const owner = postgres(server.ownerUrl, { max: 1, onnotice: () => undefined });
  const db = openDatabase<unknown>({ url: server.appUrl, statementTimeoutMs: 600_000 });
  const ledger = createLedger({ db });
  try {
    const events = await readHistory(file);
    const verdict = checkHistory(events);
    const faults = [
      ...verdict.faults,
      ...(await checkLedger(owner, events)),
      ...(await checkHolds(owner, payments)),
      ...(await checkPartners(owner, events)),
    ];
    const { operations, reads, snapshots, approvals } = verdict;
    say(`${operations} operations, ${reads} reads, ${snapshots} snapshots`);
    say(`${payments.length} payments, ${approvals} approvals whose hold was looked for`);
    say(countsOf(events));
    say(`broken: ${JSON.stringify(counts)}`);
    say(`every invariant holds of ${await verifyBooks(ledger, db)}`);
    for (const fault of faults.slice(0, MOST_FAULTS_SHOWN)) {
      say(`FAULT ${fault}`);
    }
    if (operations === 0 || reads === 0 || snapshots === 0 || approvals === 0) {
      faults.push("a part of the load did nothing");
    }
    say(faults.length === 0 ? "nothing is lost, doubled or wrong" : `${faults.length} faults`);
    say(`history: ${file}`);
    return faults.length === 0;
  } finally {
    await ledger.close();
    await db.close();
    await owner.end({ timeout: 5 });
  }
}
