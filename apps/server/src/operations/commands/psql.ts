import { spawn } from "node:child_process";
import { inLibpqForm } from "@tessera/database";
import { readConfig } from "../../platform/config/config.ts";
import { type Command, type CommandCall, CommandError } from "../command-line/command.ts";
import { openServerFor, requireData } from "./open-books.ts";

export const psql: Command = {
  name: "psql",
  summary: "open psql on the database of the settings",
  options: {
    app: { type: "boolean", help: "connect with the application's role instead of the owner's" },
    sql: { type: "string", value: "statement", help: "run one statement and exit" },
  },
  details:
    "Needs psql, PostgreSQL's own client, in PATH: the embedded PostgreSQL comes without it. " +
    "Connects as the owner of the schema, who may change everything, in live mode too.",
  async run(call) {
    requireData(readConfig(call.env));
    const { ownerUrl, appUrl } = await openServerFor(call);
    const statement = call.options.text("sql");
    const code = await runPsql(call, call.options.has("app") ? appUrl : ownerUrl, [
      ...(statement === undefined ? [] : ["--command", statement]),
    ]);
    if (code !== 0) {
      throw new CommandError(`psql exited with code ${code}.`);
    }
  },
};

/**
 * Runs psql until it exits. Passes the password in the environment, since other users of the
 * machine can see the arguments.
 *
 * @throws CommandError if psql is not installed
 */
async function runPsql(
  { env }: Pick<CommandCall, "env">,
  url: string,
  args: readonly string[],
): Promise<number> {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = "";
  const release = ignoreInterrupts();
  try {
    return await new Promise<number>((resolve, reject) => {
      spawn("psql", [...args, inLibpqForm(address.href)], {
        stdio: "inherit",
        env: { PGCONNECT_TIMEOUT: "10", ...env, ...(password !== "" && { PGPASSWORD: password }) },
      })
        .on("error", (error: NodeJS.ErrnoException) => {
          reject(error.code === "ENOENT" ? notInstalled() : error);
        })
        .on("exit", (code) => resolve(code ?? 1));
    });
  } finally {
    release();
  }
}

function notInstalled(): CommandError {
  return new CommandError(
    "psql is not installed, or not in PATH. Debian and Ubuntu: apt install postgresql-client; " +
      "macOS: brew install libpq.",
  );
}

/**
 * Makes this process ignore Ctrl-C while psql is running. The terminal sends Ctrl-C to both
 * processes, and in psql it cancels the statement instead of exiting.
 */
function ignoreInterrupts(): () => void {
  const listeners = process.rawListeners("SIGINT") as NodeJS.SignalsListener[];
  const ignore = () => undefined;
  process.on("SIGINT", ignore);
  for (const listener of listeners) {
    process.off("SIGINT", listener);
  }
  return () => {
    for (const listener of listeners) {
      process.on("SIGINT", listener);
    }
    process.off("SIGINT", ignore);
  };
}
