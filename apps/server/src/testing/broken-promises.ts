import type { VerifyCheck } from "@tessera/ledger";
import type { AppContext } from "../platform/context.ts";

/** Which promises of the books do not hold, each with the first row that breaks it. */
export async function brokenPromises(
  { ledger, db }: AppContext,
  extraChecks: readonly VerifyCheck[],
): Promise<string[]> {
  const report = await ledger.verify(db, { extraChecks });
  return report.checks
    .filter(({ holds }) => !holds)
    .map(({ name, firstBroken }) => `${name}: ${firstBroken}`);
}
