import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { createTestDatabase } from "@tessera/database/testing";
import postgres from "postgres";
import { expect, it } from "vitest";
import { migrations } from "../db/migrations.ts";
import { RETENTION, retentionTable } from "../platform/retention.policy.ts";

const GUIDE = fileURLToPath(new URL("../../../../docs/operations.md", import.meta.url));

it("retention: every table of a migrated database is in exactly one policy class", async () => {
  const database = await createTestDatabase({ migrations });
  const sql = postgres(database.ownerUrl, { max: 1 });
  const rows = await sql<{ name: string }[]>`
    select case n.nspname when 'public' then c.relname::text
      else n.nspname || '.' || c.relname end as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition
      and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_'`;
  await sql.end();
  await database.drop();
  const classed = Object.values(RETENTION).flatMap(({ tables }) => [...tables] as string[]);
  expect(classed.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

it("retention: the operations guide states the same periods as the policy", async () => {
  expect(await readFile(GUIDE, "utf8")).toContain(`\n${retentionTable()}\n`);
});
