import { readSnapshot } from "@tessera/database/logical-copy/read-snapshot";
import { createTestDatabase, type TestDatabase } from "@tessera/database/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrations } from "../../db/migrations.ts";
import { ARCHIVE_SECTIONS, LEFT_OUT } from "./archive-sections.ts";

let database: TestDatabase;
let stored: readonly string[];
beforeAll(async () => {
  database = await createTestDatabase({ migrations });
  const tables = await readSnapshot(database.ownerUrl, async (snapshot) => snapshot.tables);
  stored = tables.map(({ name }) => name.replace(/^public\./, ""));
});
afterAll(() => database.drop());

const inArchive = new Set(ARCHIVE_SECTIONS.flatMap(({ tables }) => tables));
/** The job queue holds sealed emails until they are sent. */
const isQueue = (name: string) => name.startsWith("jobs.");

test("data archive: every table is either in a section or omitted for a stated reason", () => {
  const unclassified = stored.filter(
    (name) => !isQueue(name) && !inArchive.has(name) && LEFT_OUT[name] === undefined,
  );
  expect(unclassified).toEqual([]);
});

test("data archive: no section or exception names a table that doesn't exist", () => {
  const names = new Set(stored);
  const classified = [...inArchive, ...Object.keys(LEFT_OUT)];
  expect(classified.filter((name) => !names.has(name))).toEqual([]);
});

test("data archive: no table is both included and omitted", () => {
  expect([...inArchive].filter((name) => LEFT_OUT[name] !== undefined)).toEqual([]);
});

test("data archive: section names are unique", () => {
  const names = ARCHIVE_SECTIONS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
