import { startSandboxServer } from "../../scripts/sandbox-server.ts";
import { buildWebIfStale } from "../../scripts/web-build.ts";
import { signOperatorsIn } from "./operators.ts";

/**
 * Starts one server for the whole run and hands its address to the tests; stops it at the end.
 * With `TESSERA_ORIGIN` set, the tests run against the sandbox that is there already.
 */
async function startServer(): Promise<() => Promise<void>> {
  if (process.env.TESSERA_ORIGIN !== undefined) {
    return async () => {};
  }
  await buildWebIfStale();
  const server = await startSandboxServer();
  process.env.TESSERA_ORIGIN = server.origin;
  await signOperatorsIn(server.origin);
  return server.stop;
}

// biome-ignore lint/style/noDefaultExport: Playwright calls a global setup by its default export.
export default startServer;
