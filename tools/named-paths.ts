const PATH = /`((?:\.ci|apps|bench|docs|e2e|packages|scripts|tools)\/[\w./-]+)`/g;
const FILE_NAME = /`([\w-]+(?:\.[\w-]+)*\.(?:tsx?|sql|md))`/g;

/** The files of a repository, as far as documents name them. */
export interface KnownFiles {
  /** Whether a path from the root is a file or a folder. */
  hasPath(path: string): boolean;
  /** Whether some file has this name, wherever it is. */
  hasName(name: string): boolean;
}

/** Returns the paths in a document's code spans that do not exist. */
export function missingPaths(text: string, files: Pick<KnownFiles, "hasPath">): readonly string[] {
  return [...text.matchAll(PATH)]
    .map(([, path = ""]) => path)
    .filter((path) => !files.hasPath(path));
}

/** Returns the file names without a folder in a document's code spans that no file has. */
export function missingNames(text: string, files: Pick<KnownFiles, "hasName">): readonly string[] {
  return [...text.matchAll(FILE_NAME)]
    .map(([, name = ""]) => name)
    .filter((name) => !files.hasName(name));
}
