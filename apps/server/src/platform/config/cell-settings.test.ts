import { hostsOf } from "@tessera/database";
import { describe, expect, it } from "vitest";
import { ConfigError, configOfCell, readConfig } from "./config.ts";

const ONE = "postgres://app:secret-one@one.example/tessera";
const TWO = "postgres://app:secret-two@two.example/tessera";

function refusal(env: Readonly<Record<string, string>>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) {
      return error.message;
    }
    throw error;
  }
  return "started";
}

describe("the cells of the settings", () => {
  it("are cell 1 alone if nothing is set", () => {
    expect(readConfig({})).toMatchObject({ cell: 1, cells: [], databaseUrl: undefined });
    expect(readConfig({}).cellServers.size).toBe(0);
  });

  it("can be a number, which says what cell DATABASE_URL is", () => {
    const config = readConfig({ CELLS: "3", DATABASE_URL: ONE });
    expect(config).toMatchObject({ cell: 3, cells: [], databaseUrl: ONE });
  });

  it("can be several databases; the first one is the server's own", () => {
    const config = readConfig({ CELLS: `2=${TWO}  1=${ONE}` });
    expect(config).toMatchObject({ cell: 2, databaseUrl: TWO });
    expect(config.cells.map((cell) => configOfCell(config, cell))).toMatchObject([
      { cell: 2, databaseUrl: TWO },
      { cell: 1, databaseUrl: ONE },
    ]);
  });

  it("can each be at one of several hosts", () => {
    const several = "postgres://app:secret@a:5433,b/tessera?target_session_attrs=read-write";
    const { cells, databaseUrl } = readConfig({ CELLS: `1=${several} 2=${TWO}` });
    expect(hostsOf(cells[0]?.databaseUrl ?? "")).toEqual([
      { host: "a", port: 5433 },
      { host: "b", port: 5432 },
    ]);
    expect(databaseUrl).toBe(cells[0]?.databaseUrl);
    expect(readConfig({ DATABASE_URL: several }).databaseUrl).toBe(databaseUrl);
  });

  it("can be served by other servers, several for each cell", () => {
    const servers = "2=http://10.0.0.5:4300 2=http://10.0.0.6:4300 3=https://three.example";
    const { cellServers } = readConfig({ CELL_SERVERS: servers });
    expect([...cellServers]).toEqual([
      [2, ["http://10.0.0.5:4300", "http://10.0.0.6:4300"]],
      [3, ["https://three.example"]],
    ]);
  });
});

describe("cells that cannot be served are refused with a sentence", () => {
  it.each([
    ["two cells with one number", { CELLS: `1=${ONE} 1=${TWO}` }, "cell 1 is listed twice"],
    ["two numbers for one database", { CELLS: `1=${ONE} 2=${ONE}` }, "have the same database"],
    ["an address that is none", { CELLS: "1=tessera" }, "such as postgres://role@host/name for"],
    ["an address without a number", { CELLS: ONE }, "set the number of a cell, from 1 to 999"],
    ["number 0", { CELLS: "0" }, "set the number of a cell, from 1 to 999"],
    ["a number above 999", { CELLS: `1000=${ONE}` }, "set the number of a cell, from 1 to 999"],
    ["DATABASE_URL next to them", { CELLS: `1=${ONE}`, DATABASE_URL: TWO }, "unset it: CELLS"],
    [
      "one practice database for all",
      { CELLS: `1=${ONE} 2=${TWO}`, PRACTICE_DATABASE_URL: "postgres://app@one.example/practice" },
      "unset it: CELLS",
    ],
    [
      "several hosts without a choice",
      { CELLS: "1=postgres://app:secret@a,b/tessera" },
      "with several hosts, add ?target_session_attrs=read-write to the address for cell 1",
    ],
    [
      "several hosts of which a standby would do",
      { DATABASE_URL: "postgres://app:secret@a,b/tessera?target_session_attrs=any" },
      "DATABASE_URL: target_session_attrs must be read-write",
    ],
    [
      "a host that two cells share",
      {
        CELLS:
          `1=${ONE} ` +
          "2=postgres://app:secret@a,one.example:5432/tessera?target_session_attrs=read-write",
      },
      "two cells have the same database",
    ],
    ["a server of its own cell", { CELL_SERVERS: "1=http://a.example" }, "itself serves cell 1"],
    ["a server with a path", { CELL_SERVERS: "2=http://a.example/x" }, "http://host:port for cell"],
    ["a server without a number", { CELL_SERVERS: "http://a.example" }, "the servers of other"],
  ])("%s", (_name, env, sentence) => {
    const told = refusal(env);
    expect(told).toContain(sentence);
    expect(told).not.toContain("secret");
  });
});
