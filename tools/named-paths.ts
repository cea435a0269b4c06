const PATH = /`((?:\.ci|apps|bench|docs|e2e|packages|scripts|tools)\/[\w./-]+)`/g;
const FILE_NAME = /`([\w-]+(?:\.[\w-]+)*\.(?:tsx?|sql|md))`/g;

/** The repository's files, as needed to check the ones that documents mention. */
export interface KnownFiles {
  /** Returns whether a path relative to the root is a file or a folder. */
  hasPath(path: string): boolean;
  /** Returns whether any file in any folder has this name. */
  hasName(name: string): boolean;
}

/** Returns the paths in a document's code spans that do not exist. */
export function missingPaths(text: string, files: Pick<KnownFiles, "hasPath">): readonly string[] {
  return [...text.matchAll(PATH)]
    .map(([, path = ""]) => path)
    .filter((path) => !files.hasPath(path));
}

/** Returns the bare file names in a document's code spans that match no file. */
export function missingNames(text: string, files: Pick<KnownFiles, "hasName">): readonly string[] {
  return [...text.matchAll(FILE_NAME)]
    .map(([, name = ""]) => name)
    .filter((name) => !files.hasName(name));
}
