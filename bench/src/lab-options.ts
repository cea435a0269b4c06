import { Command, CommanderError } from "commander";

/**
 * Creates a command-line parser for a lab, initially without options. `script` is the lab's npm
 * script name.
 */
export function labOptions(script: string): Command {
  return new Command(`npm run ${script} --`)
    .helpOption("--help", "print this")
    .configureOutput({ outputError: () => undefined })
    .exitOverride();
}

/**
 * Returns a function that parses an option's number and throws a RangeError unless it is positive.
 */
export function positive(option: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!Number.isFinite(value) || value <= 0) {
      throw new RangeError(`--${option} must be a number above zero, not ${text}`);
    }
    return value;
  };
}

/**
 * Parses the command-line arguments of a run.
 *
 * @returns undefined for `--help`, which it prints
 * @throws TypeError for arguments that the lab does not have
 * @throws RangeError for a number that is not positive
 */
export function parseLabOptions<Options extends object>(
  parser: Command,
  args: readonly string[],
): Options | undefined {
  try {
    return parser.parse(args, { from: "user" }).opts<Options>();
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      throw error;
    }
    if (error.code === "commander.helpDisplayed") {
      return undefined;
    }
    throw new TypeError(`${error.message.replace(/^error: /, "")}; see --help`);
  }
}
