import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { commandsOf, runbookPages } from "./runbook-page.ts";
import { alertNames } from "./shorten-rules.ts";

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");

it("runbook pages: each alert has one, whose commands are read part by part", () => {
  const pages = runbookPages(read("docs/runbook.md"));
  expect([...pages.keys()]).toEqual(alertNames(read("deploy/monitoring/alerts.yaml")));
  const unsealed = pages.get("TesseraLedgerUnsealed") ?? "";
  expect(commandsOf(unsealed, "Confirm").sql).toEqual([
    "select pid, xact_start, state, application_name from pg_stat_activity where xact_start < " +
      "now() - interval '5 minutes'",
    "select * from pg_prepared_xacts",
  ]);
  expect(commandsOf(unsealed, "Do")).toEqual({ sql: [], shell: ["npm run tessera -- seal"] });
  expect(commandsOf(pages.get("TesseraSealsBroken") ?? "", "Confirm").shell).toEqual([
    "npm run verify",
  ]);
});
