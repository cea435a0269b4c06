import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Test files that take half a minute and more, though they are short to read. On a machine that
 * has not run them vitest uses a file's size, and the longest of all would start last, alone.
 */
export const LONGEST: readonly string[] = [
  "packages/ledger/test/decision.property.test.ts",
  "apps/server/src/money-movement/payouts/send/payouts.test.ts",
  "apps/server/src/operations/commands/backup-and-restore.test.ts",
  "apps/server/src/startup/start-tessera.test.ts",
];

/** `files` with those that end with one of {@link LONGEST} first, each part in its order. */
export function longestFirst<File extends { readonly moduleId: string }>(
  files: readonly File[],
): File[] {
  const isLong = ({ moduleId }: File) => LONGEST.some((path) => moduleId.endsWith(`/${path}`));
  return [...files.filter(isLong), ...files.filter((file) => !isLong(file))];
}

/** Vitest's own order, but for the files that it cannot know to be long. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return longestFirst(await super.sort(files));
  }
}
