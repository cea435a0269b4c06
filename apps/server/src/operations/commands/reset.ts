import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline/promises";
import type { EmbeddedServer } from "@tessera/database/embedded";
import { type Config, readConfig } from "../../platform/config/config.ts";
import { withDatabase } from "../../platform/database/with-database.ts";
import { findDatabaseMark } from "../../startup/database-mark/database-mark.repository.ts";
import { openDatabaseServer } from "../../startup/open-database-server.ts";
import {
  type Command,
  type CommandCall,
  CommandError,
  UsageError,
} from "../command-line/command.ts";
import { requireData } from "./open-books.ts";

export const reset: Command = {
  name: "reset",
  summary: "delete a sandbox's embedded database; the next start creates a new one",
  options: {
    yes: { type: "boolean", help: "do not ask first" },
  },
  details:
    "Deletes the database, its root key, seal keys and declines that were not recorded yet, from " +
    "DATA_DIR. Refuses live mode, a database named in DATABASE_URL, one that was created for " +
    "live mode, and one that a server is using.",
  async run(call) {
    const given = readConfig(call.env);
    requireSandbox(given);
    requireData(given);
    if (!call.options.has("yes")) {
      await confirm(call, given.dataDir);
    }
    const { embedded, ownerUrl, config } = await openDatabaseServer(given);
    if (embedded === undefined) {
      throw new CommandError("There is no embedded database. Nothing was changed.");
    }
    await requireUnused(embedded, ownerUrl);
    for (const path of pathsOf(embedded, config)) {
      await rm(path, { recursive: true, force: true });
    }
    call.terminal.stdout.write(`Deleted the sandbox in ${config.dataDir}.\n`);
  },
};

function requireSandbox({ mode, databaseUrl }: Config): void {
  if (mode === "live") {
    throw new CommandError("reset is for sandboxes; this is live mode. Nothing was changed.");
  }
  if (databaseUrl !== undefined) {
    throw new CommandError(
      "DATABASE_URL names a database, and reset deletes only the embedded one. To start over, " +
        "drop that database yourself. Nothing was changed.",
    );
  }
}

async function confirm({ terminal, signal }: CommandCall, dataDir: string): Promise<void> {
  const { stdin, stderr } = terminal;
  if (stdin.isTTY !== true) {
    throw new UsageError("There is no terminal to ask on; to delete the sandbox, add --yes.");
  }
  const lines = createInterface({ input: stdin, output: stderr });
  try {
    const answer = await lines.question(`Delete the sandbox in ${dataDir}? [y/N] `, { signal });
    if (!/^y(es)?$/i.test(answer.trim())) {
      throw new CommandError("Nothing was changed.");
    }
  } finally {
    lines.close();
  }
}

/** Stops the embedded server. Refuses to do so if the server's database is live or in use. */
async function requireUnused(embedded: EmbeddedServer, ownerUrl: string): Promise<void> {
  const { dataDir } = embedded.location;
  let kind: string | undefined;
  try {
    kind = await withDatabase(ownerUrl, async ({ sql }) => (await findDatabaseMark(sql))?.kind);
  } finally {
    await embedded.stop();
  }
  if (kind === "live") {
    throw new CommandError(`${dataDir} holds a live database. Nothing was changed.`);
  }
  // PostgreSQL removes this file when it stops, but does not stop while another process is using
  // the database.
  if (existsSync(join(dataDir, "postmaster.pid"))) {
    throw new CommandError(`Tessera is running on ${dataDir}; stop it first. Nothing was changed.`);
  }
}

/** Returns the paths of a sandbox's files, except for a key file at a configured path. */
function pathsOf({ location }: EmbeddedServer, config: Config): readonly string[] {
  const { dataDir, credentialsFile, lockFile, usersDir, logFile, portFile } = location;
  return [
    dataDir,
    credentialsFile,
    lockFile,
    usersDir,
    logFile,
    portFile,
    join(config.dataDir, "seal-keys"),
    join(config.dataDir, "unanswered-holds"),
    ...(config.isKeyFileSet
      ? []
      : [join(config.dataDir, "tessera.key"), join(dirname(dataDir), "tessera.key")]),
  ];
}
