import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Test files that take half a minute or more although they are short. On a machine that has never
 * run them, vitest sorts by size, so the slowest files would start last, with nothing else running.
 */
export const LONGEST: readonly string[] = [
  "packages/ledger/test/decision.property.test.ts",
  "packages/database/src/driver/frozen-connections.test.ts",
  "apps/server/src/money-movement/payouts/send/payouts.test.ts",
  "apps/server/src/operations/cells/move/move-cell.test.ts",
  "apps/server/src/operations/commands/backup-and-restore.test.ts",
  "apps/server/src/startup/start-tessera.test.ts",
  "apps/server/src/testing/evm/scanner.test.ts",
  "scripts/anvil/withdraw-on-chain.test.ts",
];

/**
 * Returns `files` with those that end with one of {@link LONGEST} first, and the others in their
 * original order.
 */
export function longestFirst<File extends { readonly moduleId: string }>(
  files: readonly File[],
): File[] {
  const isLong = ({ moduleId }: File) => LONGEST.some((path) => moduleId.endsWith(`/${path}`));
  return [...files.filter(isLong), ...files.filter((file) => !isLong(file))];
}

/** Uses vitest's default order, except for files that vitest cannot know to be slow. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return longestFirst(await super.sort(files));
  }
}
