import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmbeddedServer } from "@tessera/database/embedded";
import {
  removeStaleDatabases,
  TEST_OWNER_URL,
  TEST_SERVER_SETTINGS,
} from "@tessera/database/testing";
import { keepTemporaryFilesInMemory } from "./memory-folder.ts";
import { root } from "./repository.ts";

const WORKING_COPY = createHash("sha256").update(root).digest("hex").slice(0, 12);
const NAME = `tessera-test-database-${WORKING_COPY}`;

/**
 * Starts PostgreSQL for the tests of this working copy and leaves it running, or reuses the server
 * that an earlier call left running, along with its templates. Drops the databases left by
 * interrupted tests.
 *
 * @returns the environment that makes tests use the server
 */
export async function startTestDatabase(): Promise<NodeJS.ProcessEnv> {
  const dataDir = path.join(findFolder() ?? makeFolder(), "pg");
  // Nobody calls `stop` on this server: PostgreSQL runs detached, and the next call adopts it.
  const server = await startEmbeddedServer({ dataDir, settings: TEST_SERVER_SETTINGS });
  await removeStaleDatabases(server.superuserUrl);
  return { [TEST_OWNER_URL]: server.ownerUrl };
}

/**
 * Stops PostgreSQL and deletes its data.
 *
 * @returns false if there was nothing to stop
 * @throws Error if tests are still running on it
 */
export async function stopTestDatabase(): Promise<boolean> {
  const folder = findFolder();
  if (folder === undefined) {
    return false;
  }
  const dataDir = path.join(folder, "pg");
  const server = await startEmbeddedServer({ dataDir, settings: TEST_SERVER_SETTINGS });
  await server.stop();
  // PostgreSQL removes this file when it stops, but it keeps running while another process uses it.
  if (existsSync(path.join(server.location.dataDir, "postmaster.pid"))) {
    throw new Error("Tests are running on the test database; stop them first.");
  }
  rmSync(folder, { recursive: true, force: true });
  return true;
}

/**
 * Returns the data folder, in memory or on disk, depending on where there was space when it was
 * created.
 */
function findFolder(): string | undefined {
  const onDisk = path.join(tmpdir(), NAME);
  keepTemporaryFilesInMemory();
  return [path.join(tmpdir(), NAME), onDisk, path.join("/dev/shm", NAME)].find((folder) =>
    existsSync(folder),
  );
}

function makeFolder(): string {
  keepTemporaryFilesInMemory();
  const folder = path.join(tmpdir(), NAME);
  mkdirSync(folder, { recursive: true });
  // Root's PostgreSQL runs as another user, who must be able to access the folder.
  chmodSync(folder, 0o755);
  return folder;
}
