import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** The files that a generator reads and writes, by path relative to the repository's root. */
export interface WorkingTree {
  has(file: string): boolean;
  read(file: string): string;
  /** Names of the files in a folder. */
  list(folder: string): readonly string[];
  /**
   * Creates a file.
   *
   * @throws Error if the file exists
   */
  create(file: string, text: string): void;
  /**
   * Edits a file.
   *
   * @throws Error if `edit` changes nothing, which means that the file is not as expected
   */
  change(file: string, edit: (text: string) => string): void;
  /** Paths of the files written so far. */
  readonly written: readonly string[];
}

/** Opens the working tree at `root`. */
export function openWorkingTree(root: string): WorkingTree {
  const written = new Set<string>();
  const at = (file: string) => path.join(root, file);
  const read = (file: string) => readFileSync(at(file), "utf8");
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(at(file)), { recursive: true });
    writeFileSync(at(file), text);
    written.add(file);
  };
  return {
    has: (file) => existsSync(at(file)),
    read,
    list: (folder) => readdirSync(at(folder)),
    create(file, text) {
      if (existsSync(at(file))) {
        throw new Error(`${file} exists already.`);
      }
      write(file, text);
    },
    change(file, edit) {
      const before = read(file);
      const after = edit(before);
      if (after === before) {
        throw new Error(`${file} does not have the expected form; edit it by hand.`);
      }
      write(file, after);
    },
    get written() {
      return [...written];
    },
  };
}
