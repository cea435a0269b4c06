import type { VerifyCheck } from "@tessera/ledger";
import type { AppContext } from "../platform/context.ts";

/** Lists the violated ledger invariants, each with its first violating row. */
export async function brokenPromises(
  { ledger, db }: AppContext,
  extraChecks: readonly VerifyCheck[],
): Promise<string[]> {
  const report = await ledger.verify(db, { extraChecks });
  return report.checks
    .filter(({ holds }) => !holds)
    .map(({ name, firstBroken }) => `${name}: ${firstBroken}`);
}
