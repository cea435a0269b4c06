import { PassThrough, Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { commands as realCommands } from "../commands/all-commands.ts";
import { type Command, type CommandCall, CommandError } from "./command.ts";
import { runCommandLine } from "./run-command-line.ts";

function command(name: string, run: (call: CommandCall) => Promise<void>): Command {
  return {
    name,
    summary: `does ${name}`,
    options: {
      out: { type: "string", value: "file", help: "where" },
      json: { type: "boolean", help: "as JSON" },
    },
    details: "Nothing more.",
    run,
  };
}

async function runLine(
  args: readonly string[],
  commands: readonly Command[],
  signal?: AbortSignal,
) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await runCommandLine({
    commands,
    args,
    env: {},
    terminal: { stdin: Readable.from([]), stdout, stderr },
    signal: signal ?? new AbortController().signal,
  });
  return { code, out: String(stdout.read() ?? ""), err: String(stderr.read() ?? "") };
}

const quiet = command("paint", async () => undefined);

describe("the command line", () => {
  it("lists all commands, and the options for each command", async () => {
    for (const args of [[], ["--help"], ["help"]]) {
      expect(await runLine(args, [quiet])).toMatchObject({ code: 0, err: "" });
    }
    expect((await runLine([], [quiet])).out).toMatch(/paint +does paint/);
    const help = await runLine(["paint", "--help"], [quiet]);
    expect(help.code).toBe(0);
    expect(help.out).toMatch(/--out <file> +where\n +--json +as JSON/);
  });

  it.each([
    [["pain"], "There is no command pain. Did you mean paint?\n"],
    [["sculpt"], "There is no command sculpt. See --help.\n"],
    [["paint", "--jsno"], "There is no option --jsno. Did you mean --json?\n"],
    [["paint", "--colour"], "There is no option --colour. See --help.\n"],
    [["paint", "walls"], "paint does not know what to do with walls. See paint --help.\n"],
    [["paint", "--out"], /^Option '--out <value>' argument missing\n$/],
  ])("responds to %j with a hint and exit code 2", async (args, said) => {
    const { code, err, out } = await runLine(args, [quiet]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(said);
  });

  it("reports a failure in one line, and prints a stack trace only on request", async () => {
    const failing = command("paint", async () => {
      throw new Error("the brush broke\nand more");
    });
    expect((await runLine(["paint"], [failing])).err).toBe(
      "Failed: the brush broke (--verbose tells where)\n",
    );
    const verbose = await runLine(["paint", "--verbose"], [failing]);
    expect(verbose.code).toBe(1);
    expect(verbose.err).toMatch(/the brush broke[\s\S]*at .*run-command-line\.test/);
    const expected = command("paint", async () => {
      throw new CommandError("There is no paint.");
    });
    expect(await runLine(["paint"], [expected])).toEqual({
      code: 1,
      out: "",
      err: "There is no paint.\n",
    });
  });

  it("runs cleanups in reverse order, no matter how the command ends", async () => {
    const done: string[] = [];
    const interruption = new AbortController();
    const stuck = command("paint", async ({ atEnd }) => {
      atEnd(async () => void done.push("database"));
      atEnd(async () => void done.push("file"));
      interruption.abort();
      await new Promise(() => undefined);
    });
    expect(await runLine(["paint"], [stuck], interruption.signal)).toMatchObject({
      code: 130,
      err: "Interrupted.\n",
    });
    expect(done).toEqual(["file", "database"]);
  });

  it("does not accept a secret as an argument to any command", () => {
    const taken = realCommands.flatMap(({ options }) =>
      Object.entries(options).filter(([, { type }]) => type === "string"),
    );
    expect(taken.length).toBeGreaterThan(5);
    expect(taken.filter(([name]) => /pass|secret|key|token/.test(name))).toEqual([]);
  });
});
