const TEST_FILE = /\.test\.tsx?$/;
const SOURCE_FILE = /\.(?:[cm]?[jt]sx?|sql|po)$/;

interface Surroundings {
  /** Returns whether a path relative to the repository's root is a file. */
  readonly isFile: (name: string) => boolean;
  /** The commit where the current branch left `main`. */
  readonly branchPoint: string;
}

/**
 * Converts the arguments of `npm run t` into vitest's. Without a name, the command runs the tests
 * that import what changed on this branch. With a source file, it runs the tests that import the
 * file. Otherwise, it runs the test files whose path contains a name, and fails if there are none.
 * Options are passed through.
 */
export function vitestArguments(
  args: readonly string[],
  { isFile, branchPoint }: Surroundings,
): readonly string[] {
  const isName = (arg: string, place: number) =>
    !arg.startsWith("-") && !takesValue(args[place - 1]);
  const names = args.filter(isName);
  if (names.length === 0) {
    return ["run", "--changed", branchPoint, ...args];
  }
  const isSource = (name: string) =>
    SOURCE_FILE.test(name) && !TEST_FILE.test(name) && isFile(name);
  if (names.some(isSource)) {
    return ["related", "--run", "--passWithNoTests=false", ...args];
  }
  return ["run", "--passWithNoTests=false", ...args];
}

/** Returns whether a vitest option takes a value. */
function takesValue(option: string | undefined): boolean {
  return option === "-t" || option === "--testNamePattern" || option === "--project";
}
