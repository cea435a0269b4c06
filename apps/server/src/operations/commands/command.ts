import type { Readable, Writable } from "node:stream";

/** Something an option may be: a text such as `--out file`, or a switch. */
export interface CommandOption {
  readonly type: "string" | "boolean";
  /** What stands for the text in the help, such as `file`. */
  readonly value?: string;
  readonly help: string;
}

/** One command of `npm run tessera --`. */
export interface Command {
  readonly name: string;
  /** One line in the list of all commands. */
  readonly summary: string;
  /** What comes after the name in its usage, such as `<file>`. */
  readonly argument?: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  /** What there is to know beside the options; paragraphs. */
  readonly details: string;
  /**
   * Does it.
   *
   * @throws CommandError, UsageError; anything else is a fault of the program
   */
  run(call: CommandCall): Promise<void>;
}

/** One call of a command. */
export interface CommandCall {
  readonly options: CommandOptions;
  /** The argument after the name; absent where the command takes none. */
  readonly argument: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Does something before the process leaves, however it leaves; the last one first. */
  atEnd(cleanUp: () => Promise<void>): void;
}

/** What was given of a command's options. */
export interface CommandOptions {
  text(name: string): string | undefined;
  has(name: string): boolean;
}

/** Where a command reads and writes. */
export interface Terminal {
  readonly stdin: Readable & {
    readonly isTTY?: boolean;
    setRawMode?(isRaw: boolean): unknown;
  };
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
}

/** The command was called in a way it does not know: exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The command could not do what it was asked for, and says why in a line: exit code 1. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** A text that has to be given. */
export function requiredText(options: CommandOptions, name: string): string {
  const text = options.text(name);
  if (text === undefined || text === "") {
    throw new UsageError(`--${name} is missing.`);
  }
  return text;
}

/** A text that has to be one of a few. */
export function oneOf<T extends string>(
  options: CommandOptions,
  name: string,
  known: readonly T[],
  otherwise?: T,
): T {
  const text = options.text(name) ?? otherwise;
  const found = known.find((one) => one === text);
  if (found === undefined) {
    throw new UsageError(`--${name} is one of ${known.join(", ")}.`);
  }
  return found;
}
