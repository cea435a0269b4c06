import type { Readable, Writable } from "node:stream";

/** A command option: either one that takes a value, such as `--out file`, or a switch. */
export interface CommandOption {
  readonly type: "string" | "boolean";
  /** The placeholder for the option's value in the help text, such as `file`. */
  readonly value?: string;
  readonly help: string;
}

/** A command of `npm run tessera --`. */
export interface Command {
  readonly name: string;
  /** The description of the command in the list of all commands. */
  readonly summary: string;
  /** The placeholder for the argument in the command's usage, such as `<file>`. */
  readonly argument?: string;
  /** The placeholder for an optional second argument, such as `[email]`. */
  readonly secondArgument?: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  /** The paragraphs of help text that follow the summary. */
  readonly details: string;
  /**
   * Runs the command.
   *
   * @throws CommandError, UsageError; any other error is a bug
   */
  run(call: CommandCall): Promise<void>;
}

/** One invocation of a command. */
export interface CommandCall {
  readonly options: CommandOptions;
  /** The argument after the command's name; undefined if the command takes none. */
  readonly argument: string | undefined;
  readonly secondArgument: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /**
   * Registers a cleanup function to run before the process exits, however it exits. The last
   * function registered runs first.
   */
  atEnd(cleanUp: () => Promise<void>): void;
}

/** The options passed to a command. */
export interface CommandOptions {
  text(name: string): string | undefined;
  has(name: string): boolean;
}

/** The streams that a command reads and writes. */
export interface Terminal {
  readonly stdin: Readable & {
    readonly isTTY?: boolean;
    setRawMode?(isRaw: boolean): unknown;
  };
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
}

/** Thrown if a command is called with unknown options or arguments (exit code 2). */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Thrown if a command fails for a reason that can be explained in one line (exit code 1). */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** Returns the value of a required option. */
export function requiredText(options: CommandOptions, name: string): string {
  const text = options.text(name);
  if (text === undefined || text === "") {
    throw new UsageError(`--${name} is missing.`);
  }
  return text;
}

/** Returns the value of an option that must be one of a fixed set of choices. */
export function oneOf<T extends string>(
  options: CommandOptions,
  name: string,
  known: readonly T[],
  otherwise?: T,
): T {
  const text = options.text(name) ?? otherwise;
  const found = known.find((one) => one === text);
  if (found === undefined) {
    throw new UsageError(`--${name} must be one of ${known.join(", ")}.`);
  }
  return found;
}
