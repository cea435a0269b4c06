import { startTestServer, TEST_OWNER_URL } from "./testing.ts";

/**
 * A vitest `globalSetup` that starts one PostgreSQL for the entire run, no matter how many files
 * the run has.
 *
 * ```ts // vitest.config.ts export default defineConfig({
 *   test: { globalSetup: ["packages/database/src/testing-global-setup.ts"] },
 * }); ```
 *
 * Test files then call `createTestDatabase` from `@tessera/database/testing`. Workers inherit the
 * address through the environment.
 */
export async function setup(): Promise<() => Promise<void>> {
  const server = await startTestServer();
  const before = process.env[TEST_OWNER_URL];
  process.env[TEST_OWNER_URL] = server.ownerUrl;
  return async () => {
    if (before === undefined) {
      delete process.env[TEST_OWNER_URL];
    }
    await server.stop();
  };
}
