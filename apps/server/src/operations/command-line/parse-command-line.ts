import { Help, Option, Command as Parser, CommanderError as ParserError } from "commander";
import { CELL_OPTION } from "./cell-option.ts";
import { type Command, type CommandOption, type CommandOptions, UsageError } from "./command.ts";

const PREFIX = "npm run tessera --";
const HELP_WIDTH = 96;
const HELP_OF_HELP = "show this help";
const EPILOGUE = `
What a command takes: ${PREFIX} <command> --help
Settings are those of the server (.env.example): the embedded database is started for the
command where no server runs, DATABASE_URL names another one.
Exit codes: 0 done, 1 failed, 2 called wrongly, 130 interrupted.`;

/** A command with its parsed arguments. */
export interface ParsedCommand {
  readonly command: Command;
  readonly options: CommandOptions;
  readonly argument: string | undefined;
  readonly secondArgument: string | undefined;
}

/**
 * Parses the arguments of a command line. Returns the command to run or the help text to print.
 *
 * @throws UsageError for unknown arguments, with a message that suggests likely alternatives
 */
export function parseCommandLine(
  commands: readonly Command[],
  args: readonly string[],
): ParsedCommand | string {
  let help = "";
  let parsed: ParsedCommand | undefined;
  const program = new Parser(PREFIX)
    .usage("<command> [options]")
    .helpOption("-h, --help", HELP_OF_HELP)
    .helpCommand("help [command]", HELP_OF_HELP)
    .exitOverride()
    .configureHelp({ subcommandTerm: (subcommand) => subcommand.name() })
    .configureOutput({
      writeOut: (text) => {
        help += text;
      },
      writeErr: (text) => {
        help += text;
      },
      outputError: () => undefined,
      getOutHelpWidth: () => HELP_WIDTH,
      getErrHelpWidth: () => HELP_WIDTH,
    })
    .addHelpText("after", EPILOGUE);
  for (const command of commands) {
    addCommand(program, command, (call) => {
      parsed = call;
    });
  }
  try {
    program.parse(args, { from: "user" });
  } catch (error) {
    if (!(error instanceof ParserError)) {
      throw error;
    }
    if (error.code !== "commander.help" && error.code !== "commander.helpDisplayed") {
      throw new UsageError(sentenceFor(error, program, args));
    }
  }
  return parsed ?? help;
}

function addCommand(
  program: Parser,
  command: Command,
  called: (parsed: ParsedCommand) => void,
): void {
  const { name, summary, argument, secondArgument, details } = command;
  const parser = program
    .command(name)
    .summary(summary)
    .helpOption("-h, --help", HELP_OF_HELP)
    .description(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`)
    .addHelpText("after", `\n${wrapped(details)}`);
  for (const placeholder of [argument, secondArgument]) {
    if (placeholder !== undefined) {
      parser.argument(placeholder);
    }
  }
  const verbose: CommandOption = { type: "boolean", help: "show the stack of a failure" };
  const options = new Map<string, Option>();
  for (const [option, { type, value, help }] of Object.entries({
    ...command.options,
    cell: CELL_OPTION,
    verbose,
  })) {
    const known = new Option(
      `--${option}${type === "string" ? ` <${value ?? "text"}>` : ""}`,
      help,
    );
    options.set(option, type === "string" ? known.argParser(notAnOption(option)) : known);
  }
  for (const known of options.values()) {
    parser.addOption(known);
  }
  const optionValue = (option: string): unknown =>
    parser.getOptionValue(options.get(option)?.attributeName() ?? option);
  parser.action(() => {
    called({
      command,
      argument: parser.args[0],
      secondArgument: parser.args[1],
      options: {
        text(option) {
          const value = optionValue(option);
          return typeof value === "string" ? value : undefined;
        },
        has: (option) => optionValue(option) === true,
      },
    });
  });
}

/** Rejects input such as `--out --json`, where the output file name is missing. */
function notAnOption(option: string): (value: string) => string {
  return (value) => {
    if (value.startsWith("--")) {
      throw new UsageError(missingValue(option));
    }
    return value;
  };
}

function missingValue(option: string): string {
  return `Option '--${option} <value>' argument missing`;
}

/** Wraps the lines in each paragraph. */
function wrapped(paragraphs: string): string {
  const help = new Help();
  return paragraphs
    .split("\n\n")
    .map((paragraph) => help.boxWrap(paragraph, HELP_WIDTH))
    .join("\n\n");
}

/** Converts a parser error to a single sentence that says what to do. */
function sentenceFor(
  { code, message }: ParserError,
  program: Parser,
  [name = ""]: readonly string[],
): string {
  const [, culprit = ""] = /'([^' ]+)/.exec(message) ?? [];
  const [, meant] = /\(Did you mean (?:one of )?([^,?]+)/.exec(message) ?? [];
  const hint = meant === undefined ? "See --help." : `Did you mean ${meant}?`;
  const command: Parser | undefined = program.commands.find((one) => one.name() === name);
  switch (code) {
    case "commander.unknownCommand":
      return `There is no command ${culprit}. ${hint}`;
    case "commander.unknownOption":
      return `There is no option ${culprit}. ${hint}`;
    case "commander.optionMissingArgument":
      return missingValue(culprit.slice(2));
    case "commander.missingArgument":
      return `${name} needs <${culprit}>. See ${name} --help.`;
    case "commander.excessArguments": {
      const extra = command?.args[command.registeredArguments.length];
      return `${name} does not know what to do with ${extra}. See ${name} --help.`;
    }
    default:
      return message;
  }
}
