import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fromRoot } from "../scripts/repository.ts";

/** A planted violation: a file, and the rule that must flag it. */
export interface Canary {
  readonly path: string;
  readonly rule: string;
}

/** Returns the folder with the canaries of one checker. */
export function canaryFolder(checker: string): string {
  return fromRoot("tools/canaries", checker);
}

/**
 * Returns the violations announced by `// canary: <rule>` and `# canary: <rule>` lines below a
 * checker's folder.
 */
export function announcedCanaries(checker: string): readonly Canary[] {
  const folder = canaryFolder(checker);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      const rule = /^(?:\/\/|#) canary: (\S+)$/m.exec(readFileSync(file, "utf8"))?.[1];
      const relative = path.relative(folder, file).split(path.sep).join("/");
      return rule === undefined ? [] : [{ path: relative, rule }];
    });
}

/** Returns canaries as sorted strings, to compare them with a checker's findings. */
export function asText(canaries: readonly Canary[]): readonly string[] {
  return [...new Set(canaries.map(({ path: file, rule }) => `${rule} in ${file}`))].sort();
}

/**
 * Runs `use` with a copy of a checker's canaries outside the repository, where the repository's
 * ignore lists do not apply. Deletes the copy afterward.
 */
export async function withCopy<T>(
  checker: string,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), "tessera-canaries-"));
  try {
    cpSync(canaryFolder(checker), folder, { recursive: true });
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
