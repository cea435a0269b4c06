import type { Ledger } from "@tessera/ledger";
import type { Environment } from "./environment.ts";

/** Checks every invariant of the books; a run that breaks one has no score. */
export async function verifyBooks(ledger: Ledger, { db }: Environment): Promise<void> {
  const report = await ledger.verify(db);
  const broken = report.checks.filter(({ holds }) => !holds);
  if (broken.length > 0) {
    const lines = broken.map(({ name, firstBroken }) => `${name}: ${firstBroken ?? "?"}`);
    throw new Error(`The run broke the books and has no score:\n${lines.join("\n")}`);
  }
}
