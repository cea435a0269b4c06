import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestContext, type TestContext } from "../../testing/test-context.ts";
import { ConfigError } from "../config/config.ts";
import { createKeys } from "./keys.ts";
import { requireRootKey } from "./require-root-key.ts";

let open: TestContext;
beforeAll(async () => {
  open = await createTestContext();
});
afterAll(() => open.close());

test("root key check: stores a check value, and rejects another key", async () => {
  const { config, db } = open.context;
  const first = createKeys(Buffer.alloc(32, 1));
  const other = createKeys(Buffer.alloc(32, 2));
  await requireRootKey(config, { db, keys: first });
  await requireRootKey(config, { db, keys: first });
  const refusal = requireRootKey(config, { db, keys: other });
  await expect(refusal).rejects.toThrow(ConfigError);
  await expect(refusal).rejects.toThrow(/not the key this database was made with/);
});
