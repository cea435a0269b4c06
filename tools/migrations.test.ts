import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { fromRoot } from "../scripts/repository.ts";
import { contractionsOf } from "./migrations/contractions.ts";
import {
  checksumOfFile,
  judgeChecksums,
  RECORD,
  type RecordedChecksums,
  VERSIONED_FOLDERS,
} from "./migrations/recorded-checksums.ts";

/**
 * Folders of versioned migrations, each with the last migration of its baseline, which is older
 * than every previous release.
 */
const FOLDERS = [
  ["apps/server/src/db/migrations", "0010"],
  ["apps/server/src/db/practice/migrations", "0002"],
  ["packages/ledger/src/sql/tables", "0005"],
] as const;

it("migrations: remove nothing that servers of the previous release use", () => {
  const files = FOLDERS.flatMap(([folder, baseline]) => {
    const all = globSync(`${folder}/*.sql`, { cwd: fromRoot() });
    expect(all.some((file) => path.basename(file).startsWith(baseline))).toBe(true);
    return all.filter((file) => path.basename(file).slice(0, 4) > baseline);
  });
  const found = files.flatMap((file) =>
    contractionsOf(readFileSync(fromRoot(file), "utf8")).map(
      ({ statement, reason }) => `${file}: ${reason}: ${statement.slice(0, 80)}`,
    ),
  );
  expect(found).toEqual([]);
});

it.each([
  ["drops an object", "drop table customer;"],
  ["drops an object", "drop function ledger.submit(jsonb);"],
  ["renames an object", "alter table customer rename column name to full_name;"],
  ["drops a column or its default", "alter table customer\n  drop column name;"],
  ["drops a column or its default", "alter table customer alter column name drop default;"],
  ["changes a column's type", "alter table card alter column last4 type text;"],
  ["requires a value that former servers may not give", "alter table card alter a set not null;"],
  [
    "refuses rows that former servers may write",
    "alter table card add constraint c check (a > 0);",
  ],
  ["refuses rows that former servers may write", "create unique index one on card (last4);"],
  ["blocks writes while the index is made", "create index one on card (last4);"],
  [
    "adds a column that former servers give no value",
    "alter table card add column a int not null;",
  ],
  ["takes a right that former servers use", "revoke select on card from tessera_app;"],
])("migrations: flags a statement that %s (%s)", (reason, sql) => {
  expect(contractionsOf(`create table other (id int);\n${sql}`)).toEqual([
    expect.objectContaining({ reason }),
  ]);
  expect(contractionsOf(`-- contract: unused since 1.4.0\n${sql}`)).toEqual([]);
});

it("migrations: an expand comment permits a wider constraint, but no other statement", () => {
  const mark = "-- expand: permits every row that the former constraint permits\n";
  const wider = "alter table card add constraint c check (a > 0);";
  expect(contractionsOf(mark + wider)).toEqual([]);
  expect(contractionsOf(`${mark}drop table card;`)).toHaveLength(1);
});

it.each([
  "alter table card add column note text;",
  "alter table card add column note text not null default '';",
  "create index if not exists one on card (last4);",
  "alter table card alter column note drop not null;",
  "alter table card alter column note set statistics 0;",
  "create table made (id int); create index a on made (id);\nalter table made add check (id > 0);",
  "create function f() returns void language plpgsql as $$ begin drop table x; end $$;",
  "-- drop table card;\ninsert into program values (1);",
])("migrations: accepts a statement that only adds something (%s)", (sql) => {
  expect(contractionsOf(sql)).toEqual([]);
});

it("migrations: the text of a numbered migration never changes, not even its comments", () => {
  const recorded = JSON.parse(readFileSync(fromRoot(RECORD), "utf8")) as RecordedChecksums;
  const paths = VERSIONED_FOLDERS.flatMap((folder) =>
    globSync(`${folder}/*.sql`, { cwd: fromRoot() }),
  );
  const files = Object.fromEntries(paths.map((file) => [file, checksumOfFile(file)]));
  expect(judgeChecksums(files, recorded)).toEqual([]);
});

it("migrations: flags a numbered migration that is changed, removed or not recorded", () => {
  const recorded = { "0001_a.sql": "aa", "0002_b.sql": "bb", "0003_c.sql": "cc" };
  const files = { "0001_a.sql": "aa", "0002_b.sql": "b2", "0004_d.sql": "dd" };
  expect(judgeChecksums(files, recorded)).toEqual([
    expect.stringMatching(/^0002_b\.sql has been changed/),
    expect.stringMatching(/^0003_c\.sql has been removed/),
    expect.stringMatching(/^0004_d\.sql is not recorded/),
  ]);
});
