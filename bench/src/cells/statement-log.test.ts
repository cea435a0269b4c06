import { expect, it } from "vitest";
import { statementsIn } from "./statement-log.ts";

const line = (application: string, pid: number, statement: string) =>
  `2026-11-27 20:00:00.000 UTC|${application}|${pid}|LOG:  ${statement}`;

it("cells lab: counts the statements of a cell's own servers", () => {
  const text = [
    line("tessera", 7, "execute abc: select 1\n\twhere true"),
    line("tessera", 7, "statement: begin"),
    line("tessera", 8, "execute <unnamed>: select 2"),
    line("tessera", 7, "statement: commit"),
    "2026-11-27 20:00:00.000 UTC|tessera|7|ERROR:  no statement",
  ].join("\n");
  expect(statementsIn(text)).toEqual({ own: 4, fromNodes: 0, ofJobs: 0, kinds: new Map() });
});

it("cells lab: counts every statement that another node sends, with its kind", () => {
  const text = [
    line("postgres_fdw", 7, "statement: START TRANSACTION ISOLATION LEVEL REPEATABLE READ"),
    line("postgres_fdw", 7, "execute <unnamed>: DECLARE c1 CURSOR FOR SELECT directory_name"),
    line("postgres_fdw", 7, "statement: COMMIT TRANSACTION"),
    line("citus_internal gpid=1", 9, "execute <unnamed>: SELECT 1 FROM directory_name_102008"),
  ].join("\n");
  const { fromNodes, kinds } = statementsIn(text);
  expect(fromNodes).toBe(4);
  expect(kinds.get("SELECT # FROM directory_name_#")).toBe(1);
});

it("cells lab: counts a transaction of a job apart", () => {
  const text = [
    line("postgres_fdw", 7, "statement: START TRANSACTION ISOLATION LEVEL REPEATABLE READ"),
    line("postgres_fdw", 8, "statement: START TRANSACTION ISOLATION LEVEL REPEATABLE READ"),
    line("postgres_fdw", 7, "execute <unnamed>: UPDATE public.directory_head SET n = $1"),
    line("postgres_fdw", 8, "execute <unnamed>: DELETE FROM public.directory_name"),
    line("postgres_fdw", 7, "statement: COMMIT TRANSACTION"),
    line("postgres_fdw", 8, "statement: COMMIT TRANSACTION"),
    line("citus_internal gpid=1", 9, "statement: BEGIN TRANSACTION"),
    line("citus_internal gpid=1", 9, "statement: SELECT version FROM public.directory_setting_1"),
    line("citus_internal gpid=1", 9, "statement: COMMIT"),
  ].join("\n");
  expect(statementsIn(text)).toMatchObject({ fromNodes: 3, ofJobs: 6 });
});

it("cells lab: does not count the background work of Citus", () => {
  const text = [
    line("citus_internal gpid=1", 9, "statement: SELECT * FROM dump_local_wait_edges()"),
    line("citus_internal gpid=1", 9, "statement: SELECT gid FROM pg_prepared_xacts"),
  ].join("\n");
  expect(statementsIn(text)).toMatchObject({ fromNodes: 0, ofJobs: 0, own: 0 });
});
