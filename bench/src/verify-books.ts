import type { Ledger } from "@tessera/ledger";
import type { Environment } from "./environment.ts";

/**
 * Verifies every ledger invariant. A run that violates any of them has no score.
 *
 * @returns a sentence about the slowest checks
 */
export async function verifyBooks(ledger: Ledger, db: Environment["db"]): Promise<string> {
  const report = await ledger.verify(db);
  const broken = report.checks.filter(({ holds }) => !holds);
  if (broken.length > 0) {
    const lines = broken.map(({ name, firstBroken }) => `${name}: ${firstBroken ?? "?"}`);
    throw new Error(`The run violated the ledger and has no score:\n${lines.join("\n")}`);
  }
  const [slowest] = report.checks.toSorted((a, b) => b.durationMs - a.durationMs);
  return `${report.movements} movements; the slowest check, "${slowest?.name}", took ${(
    (slowest?.durationMs ?? 0) / 1000
  ).toFixed(1)} s`;
}
