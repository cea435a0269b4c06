import path from "node:path";

/** The repository's root folder. */
export const root = path.resolve(import.meta.dirname, "..");

/** Returns the absolute path for a path relative to the repository's root. */
export function fromRoot(...segments: readonly string[]): string {
  return path.join(root, ...segments);
}
