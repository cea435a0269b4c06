import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { TEMPLATES, templateFolder } from "../../scripts/data-templates.ts";
import { startSandboxServer, startServerOn } from "../../scripts/sandbox-server.ts";
import { buildWebIfStale } from "../../scripts/web-build.ts";
import { signOperatorsIn } from "./operators.ts";

/**
 * Starts one server for the entire run, passes its address to the tests, and stops it at the end.
 * If `TESSERA_ORIGIN` is set, the tests use the sandbox at that address instead.
 */
async function startServer(): Promise<() => Promise<void>> {
  if (process.env.TESSERA_ORIGIN !== undefined) {
    return async () => {};
  }
  await buildWebIfStale();
  const templates = await makeTemplates();
  process.env[TEMPLATES] = templates;
  const server = await startSandboxServer();
  process.env.TESSERA_ORIGIN = server.origin;
  await signOperatorsIn(server.origin);
  return async () => {
    await server.stop();
    rmSync(templates, { recursive: true, force: true });
  };
}

/**
 * Creates the data that individual tests' servers start with, so that each server starts within
 * seconds.
 */
async function makeTemplates(): Promise<string> {
  const templates = mkdtempSync(path.join(tmpdir(), "tessera-templates-"));
  const make = async (data: "migrated" | "demo data", env: NodeJS.ProcessEnv) => {
    const folder = templateFolder(templates, data);
    mkdirSync(folder);
    // When started by root, PostgreSQL runs as another user, who must be able to access the folder.
    chmodSync(templates, 0o711);
    chmodSync(folder, 0o711);
    const server = await startServerOn(folder, env);
    await server.stop();
  };
  await Promise.all([make("migrated", { SEED: "off" }), make("demo data", {})]);
  return templates;
}

// biome-ignore lint/style/noDefaultExport: Playwright calls a global setup by its default export.
export default startServer;
