import { digestOfRepeatable } from "@tessera/database";
import { expect, test } from "vitest";
import { ledgerMigrations } from "../src/migrations.ts";
import generation from "../src/sql/generation.json" with { type: "json" };

test("the generation is that of the present functions, views and triggers", () => {
  const digest = digestOfRepeatable(ledgerMigrations);
  expect(digest, "run npm run sql:generation").toBe(generation.digest);
});
