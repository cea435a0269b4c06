import { setFlagsFromString } from "node:v8";
import { runInThisContext } from "node:vm";
import { expect, it } from "vitest";
import { openResilientSql } from "./resilient-sql.ts";

/** Asks V8 whether an object is in the young generation. */
function isYoung(object: unknown): unknown {
  setFlagsFromString("--allow-natives-syntax");
  try {
    return runInThisContext("(object) => %InYoungGeneration(object)")(object);
  } finally {
    setFlagsFromString("--no-allow-natives-syntax");
  }
}

it("postgres.js patch: queries are allocated young, so a minor GC can collect them", async () => {
  // Never connects: a query is sent only when it is awaited.
  const { sql, end } = openResilientSql("postgres://nobody@127.0.0.1:1/none", {});
  for (const query of [sql`select 1`, sql.unsafe("select $1::text", ["one"])]) {
    expect(isYoung(Reflect.get(query, "resolve"))).toBe(true);
    expect(isYoung(Reflect.get(query, "reject"))).toBe(true);
  }
  await end();
});
