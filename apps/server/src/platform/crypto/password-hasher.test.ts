import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createKeys } from "./keys.ts";
import { hashPassword, verifyPassword } from "./password-hasher.ts";

const PASSWORD = "lanterns over the bay";

test("password hashes: are argon2id, salted, and match that password only", async () => {
  const keys = createKeys(randomBytes(32));
  const [one, two] = [await hashPassword(keys, PASSWORD), await hashPassword(keys, PASSWORD)];
  expect(one).toMatch(/^\$argon2id\$v=19\$/);
  expect(one).not.toBe(two);
  expect(one).not.toContain(PASSWORD);
  expect(await verifyPassword(keys, one, PASSWORD)).toBe(true);
  expect(await verifyPassword(keys, one, `${PASSWORD}.`)).toBe(false);
});

test("password hashes: match nothing under another root key", async () => {
  const stored = await hashPassword(createKeys(randomBytes(32)), PASSWORD);
  expect(await verifyPassword(createKeys(randomBytes(32)), stored, PASSWORD)).toBe(false);
});
