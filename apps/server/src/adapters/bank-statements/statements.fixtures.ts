import { readStatements } from "./read-statement.ts";
import type { StatementEvent } from "./statement.ts";
import { StatementError, type StatementProblem } from "./statement-problem.ts";
import { camt053Of, type SampleEntry, type SampleStatement } from "./write-camt053.ts";

export const ACCOUNT = "XX5400000000000001";
export const TODAY = "2026-11-27";

export const STATEMENT: SampleStatement = {
  account: ACCOUNT,
  currency: "EUR",
  statementId: "2026-330",
  openingMinor: 10_000n,
  closingMinor: 15_000n,
  openingOn: "2026-11-26",
  closingOn: TODAY,
};

export const CREDIT: SampleEntry = {
  reference: "B-1",
  isCredit: true,
  amountMinor: 6_000n,
  bookedOn: TODAY,
  remittance: "Invoice 7",
  partyName: "Anna Example",
  partyAccount: "DE89370400440532013000",
};

export const DEBIT: SampleEntry = {
  reference: "B-2",
  isCredit: false,
  amountMinor: 1_000n,
  bookedOn: TODAY,
};

/** Returns a valid statement with one credit and one debit, changed as told. */
export function statementText(
  over: Partial<SampleStatement> = {},
  entries: readonly SampleEntry[] = [CREDIT, DEBIT],
): string {
  return camt053Of({ ...STATEMENT, ...over }, entries);
}

async function* piecesOf(content: string | Uint8Array, size: number) {
  const bytes = Buffer.from(content);
  for (let at = 0; at < bytes.length; at += size) {
    yield bytes.subarray(at, at + size);
  }
}

/** Reads a file, in pieces of a size, and returns its events or its problems. */
export async function readText(
  content: string | Uint8Array,
  size = 65_536,
): Promise<{ events: StatementEvent[]; problems: readonly StatementProblem[] }> {
  const accounts = new Map([[ACCOUNT, "EUR" as const]]);
  const events: StatementEvent[] = [];
  try {
    for await (const event of readStatements(piecesOf(content, size), { accounts, today: TODAY })) {
      events.push(event);
    }
    return { events, problems: [] };
  } catch (error) {
    if (error instanceof StatementError) {
      return { events, problems: error.problems };
    }
    throw error;
  }
}
