import { Command, CommanderError } from "commander";

/** Creates the parser of a lab's options, without any yet. `script` is its name in npm. */
export function labOptions(script: string): Command {
  return new Command(`npm run ${script} --`)
    .helpOption("--help", "print this")
    .configureOutput({ outputError: () => undefined })
    .exitOverride();
}

/** Returns a parser for an option's number, which throws a RangeError unless it is above zero. */
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
 * Parses the arguments of a run.
 *
 * @returns undefined for `--help`, which it prints
 * @throws TypeError for arguments that the lab does not have
 * @throws RangeError for a number that is not above zero
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
