import { expect, test } from "vitest";
import { statementSummary } from "./statement-summary.ts";

test.each([
  ['select "id" from "card" where "id" = $1', "SELECT card"],
  ["  insert into ledger.movement (id) values ($1)", "INSERT ledger.movement"],
  ['update "person_key" set "key_id" = $1', "UPDATE person_key"],
  ["delete from only job where id = $1", "DELETE job"],
  ["select * from ledger.submit_plain($1, $2)", "SELECT ledger.submit_plain"],
  ['with kept as (select 1 from "quote") update card set x = 1', "WITH quote"],
  ["select $1::int", "SELECT"],
  ["", "STATEMENT"],
])("statement summary: summarizes %j as %s", (statement, text) => {
  expect(statementSummary(statement).text).toBe(text);
});
