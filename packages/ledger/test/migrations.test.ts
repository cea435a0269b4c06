import { digestOfRepeatable } from "@tessera/database";
import { expect, test } from "vitest";
import { ledgerMigrations } from "../src/migrations.ts";
import generation from "../src/sql/generation.json" with { type: "json" };

test("migrations: the generation matches the current functions, views and triggers", () => {
  const digest = digestOfRepeatable(ledgerMigrations);
  expect(digest, "run npm run sql:generation").toBe(generation.digest);
});
