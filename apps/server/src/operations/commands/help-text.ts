import type { Command, CommandOption } from "./command.ts";

const PREFIX = "npm run tessera --";
const WIDTH = 96;
const GAP = 2;

/** Options of every command. */
export const COMMON_OPTIONS: Readonly<Record<string, CommandOption>> = {
  help: { type: "boolean", help: "show this help" },
  verbose: { type: "boolean", help: "show the stack of a failure" },
};

/** Returns the output of `--help` without a command. */
export function helpOfAll(commands: readonly Command[]): string {
  return [
    `Usage: ${PREFIX} <command> [options]`,
    "",
    ...columns(commands.map(({ name, summary }) => [name, summary])),
    "",
    `What a command takes: ${PREFIX} <command> --help`,
    "Settings are those of the server (.env.example): the embedded database is started for the",
    "command where no server runs, DATABASE_URL names another one.",
    "Exit codes: 0 done, 1 failed, 2 called wrongly, 130 interrupted.",
    "",
  ].join("\n");
}

/** Returns the output of a command's `--help`. */
export function helpOf(command: Command): string {
  const { name, argument, summary, options, details } = command;
  const parts = [PREFIX, name, ...(argument === undefined ? [] : [argument]), "[options]"];
  return [
    `Usage: ${parts.join(" ")}`,
    "",
    ...wrapped(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`, 0),
    "",
    ...columns(
      Object.entries({ ...options, ...COMMON_OPTIONS }).map(([option, { value, help }]) => [
        `--${option}${value === undefined ? "" : ` <${value}>`}`,
        help,
      ]),
    ),
    ...details.split("\n\n").flatMap((paragraph) => ["", ...wrapped(paragraph, 0)]),
    "",
  ].join("\n");
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const indent = Math.max(...rows.map(([name]) => name.length)) + 2 * GAP;
  return rows.flatMap(([name, text]) =>
    wrapped(text, indent).map((line, place) =>
      place === 0 ? `${" ".repeat(GAP)}${name}`.padEnd(indent) + line.trimStart() : line,
    ),
  );
}

function wrapped(text: string, indent: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line !== "" && indent + line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = "";
    }
    line += line === "" ? word : ` ${word}`;
  }
  return [...lines, line].map((one) => " ".repeat(indent) + one);
}
