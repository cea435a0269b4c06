import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDatabase, type TestDatabase } from "@tessera/database/testing";
import type { App } from "../app.ts";
import { migrations } from "../db/migrations.ts";
import { type Config, readConfig } from "../platform/config/config.ts";
import type { AppContext } from "../platform/context.ts";
import { createContext, type OpenContext } from "../platform/create-context.ts";
import { withDatabase } from "../platform/database/with-database.ts";
import { newId } from "../platform/ids.ts";
import { createLogger } from "../platform/telemetry/logger.ts";
import { startBackgroundWork } from "../startup/background-work.ts";
import { type BuiltCells, buildCells } from "../startup/cells/build-cells.ts";
import { insertCell, linkDirectory } from "../startup/cells/directory-link.repository.ts";
import { registerCells } from "../startup/cells/register-cells.ts";
import { setCell } from "../startup/database-mark/cell.repository.ts";
import { addDatabaseMark } from "../startup/database-mark/database-mark.repository.ts";
import { PATIENCE_MS, patientUrl } from "./patient-database.ts";

/** One of two cells, and the app of the process that serves it. */
export interface TestCell {
  readonly context: AppContext;
  readonly app: App;
  readonly database: TestDatabase;
  /** The address of the process that serves the cell. */
  readonly url: string;
}

/** A program with two cells, each in a database of its own, with the first one's directory. */
export interface TwoCells {
  readonly one: TestCell;
  readonly two: TestCell;
  readonly rootKey: Buffer;
  readonly logs: readonly string[];
  /** The servers of each cell, as the other cell's process knows them. */
  readonly servers: Map<number, string[]>;
  close(): Promise<void>;
}

/** Creates the databases of two cells without opening them. */
export async function createTwoDatabases(): Promise<readonly [TestDatabase, TestDatabase]> {
  const one = await createTestDatabase({ migrations });
  const two = await createTestDatabase({ migrations });
  await withDatabase(one.ownerUrl, async ({ sql }) => {
    await addDatabaseMark(sql, { kind: "sandbox", deploymentId: newId() });
    await insertCell(sql, 2);
  });
  await withDatabase(two.ownerUrl, async ({ sql }) => {
    await addDatabaseMark(sql, { kind: "sandbox", deploymentId: newId() });
    await linkDirectory(sql, one.appUrl);
    await setCell(sql, 2);
  });
  return [one, two];
}

interface Options {
  /** Whether one process serves both cells, or each has a process of its own. */
  readonly processes: "one" | "two";
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a program with two cells for one test file, whose apps listen on loopback. */
export async function startTwoCells({ processes, env = {} }: Options): Promise<TwoCells> {
  const dataDir = await mkdtemp(join(tmpdir(), "tessera-cells-"));
  const databases = await createTwoDatabases();
  const rootKey = randomBytes(32);
  const logs: string[] = [];
  const servers = new Map<number, string[]>();
  const opened: OpenContext[] = [];
  for (const [index, database] of databases.entries()) {
    const config: Config = {
      ...readConfig({
        TESSERA_MODE: "sandbox",
        DATA_DIR: dataDir,
        RATE_LIMITS: "off",
        CAPTCHA_ANSWER: "TESTER",
        SEED: "off",
        LOG_LEVEL: "debug",
        CELLS: String(index + 1),
        ...env,
      }),
      cellServers: servers,
    };
    opened.push(
      await createContext({
        ...{ config, rootKey, acquireTimeoutMs: PATIENCE_MS, maxConnections: 6 },
        log: createLogger(config.log, { write: (line) => logs.push(line) }),
        databaseUrl: patientUrl(database.appUrl),
      }),
    );
  }
  const contexts = opened.map(({ context }) => context);
  const known = await registerCells(contexts.map(({ config: { cell }, db }) => ({ cell, db })));
  const options = { webRoot: join(dataDir, "no-console"), maxEventLoopDelayMs: 0 };
  const toBuild = contexts.map((context) => ({ context, options }));
  const built: BuiltCells[] = [];
  for (const group of processes === "one" ? [toBuild] : toBuild.map((one) => [one])) {
    built.push(await buildCells(group, known));
  }
  for (const context of contexts) {
    await startBackgroundWork(context);
  }
  const apps = built.flatMap((group) => group.apps);
  const urls: string[] = [];
  for (const { apps: group } of built) {
    const address = await group[0]?.server.listen({ host: "127.0.0.1", port: 0 });
    urls.push(address ?? "");
  }
  if (processes === "two") {
    for (const [index, url] of urls.entries()) {
      servers.set(index + 1, [url]);
    }
  }
  const cellAt = (index: 0 | 1): TestCell => {
    const [context, app] = [contexts[index], apps[index]];
    if (context === undefined || app === undefined) {
      throw new Error("a cell is missing");
    }
    return { context, app, database: databases[index], url: urls[index] ?? urls[0] ?? "" };
  };
  return {
    ...{ one: cellAt(0), two: cellAt(1), rootKey, logs, servers },
    async close() {
      for (const app of apps) {
        app.closeStreams();
      }
      for (const { server } of apps) {
        await server.close();
      }
      for (const group of built) {
        group.close();
      }
      await Promise.all(opened.map((open) => open.close()));
      await Promise.all(databases.map((database) => database.drop()));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
