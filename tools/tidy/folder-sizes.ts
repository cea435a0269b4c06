import { readdirSync } from "node:fs";
import path from "node:path";
import { isLeftOut } from "./source-files.ts";

/** The most files that a folder may contain, not counting those in its subfolders. */
export const FOLDER_FILES_MAX = 40;

/** Numbered migrations: they are read in the order of their numbers, and only ever added to. */
const SERIES = /(?:^|\/)db\/migrations$/;

/**
 * Returns the folders below `root` with more than {@link FOLDER_FILES_MAX} files. Leaves out
 * folders that no rule reads, and numbered migrations.
 */
export function crowdedFolders(root: string, folder = ""): readonly string[] {
  const entries = readdirSync(path.join(root, folder), { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).length;
  const below = entries
    .filter((entry) => entry.isDirectory() && !isLeftOut(folder, entry.name))
    .flatMap(({ name }) => crowdedFolders(root, path.posix.join(folder, name)));
  return files > FOLDER_FILES_MAX && !SERIES.test(folder)
    ? [`${folder}: ${files} files, at most ${FOLDER_FILES_MAX}. Make subfolders.`, ...below]
    : below;
}
