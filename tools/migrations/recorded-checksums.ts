import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fromRoot } from "../../scripts/repository.ts";

/** Folders of numbered migrations, which run once on each database. */
export const VERSIONED_FOLDERS = [
  "apps/server/src/db/migrations",
  "apps/server/src/db/practice/migrations",
  "packages/ledger/src/sql/tables",
] as const;

/** The file that records the checksum of every numbered migration. */
export const RECORD = "tools/migrations/recorded-checksums.json";

/** SHA-256 checksums in hex, by path. */
export type RecordedChecksums = Readonly<Record<string, string>>;

/** Returns the SHA-256 checksum of a file's text, in hex. */
export function checksumOfFile(file: string): string {
  return createHash("sha256")
    .update(readFileSync(fromRoot(file)))
    .digest("hex");
}

/**
 * Compares the numbered migrations with their recorded checksums. Databases record the checksum of
 * each migration that has run, comments included, and a server whose text differs does not start.
 *
 * @returns one sentence for each migration that was changed, removed, or not recorded yet
 */
export function judgeChecksums(files: RecordedChecksums, recorded: RecordedChecksums): string[] {
  const paths = new Set([...Object.keys(files), ...Object.keys(recorded)]);
  return [...paths].sort().flatMap((path) => {
    const now = files[path];
    const before = recorded[path];
    if (before === undefined) {
      return [`${path} is not recorded: run npm run sql:generation`];
    }
    if (now === undefined) {
      return [`${path} has been removed: databases on which it ran would not be recognized`];
    }
    return now === before
      ? []
      : [`${path} has been changed: databases on which it ran would refuse this server`];
  });
}
