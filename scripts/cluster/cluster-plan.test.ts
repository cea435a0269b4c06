import { describe, expect, it } from "vitest";
import { ClusterError } from "./cluster-error.ts";
import {
  CELLS,
  ownersCells,
  passwordFile,
  planCluster,
  primaryOf,
  serverEnvironment,
} from "./cluster-plan.ts";
import { configurationFile, nodeSettings } from "./node-settings.ts";

const passwords = { superuser: "s1", owner: "o2", app: "a3", replication: "r4" };
const files = { passwordFile: "/data/nodes.pgpass" };
const surroundings = { dataDir: "/data", publicUrl: "http://localhost:4300" };
const plan = planCluster(4300);

function nodeNamed(name: string) {
  const node = plan.nodes.find((one) => one.name === name);
  if (node === undefined) {
    throw new Error(`there is no node ${name}`);
  }
  return node;
}

describe("ports of a cluster", () => {
  it("gives every process a port of its own after the router's", () => {
    const ports = [plan.routerPort, ...plan.servers.map((one) => one.port)].concat(
      plan.nodes.map((one) => one.port),
    );
    expect(new Set(ports).size).toBe(1 + CELLS.length + 7);
    expect(Math.min(...ports)).toBe(4300);
    expect(Math.max(...ports)).toBe(4317);
  });

  it("keeps PostgreSQL's ports when the router's changes", () => {
    const moved = planCluster(5300, 4311);
    expect(moved.nodes).toEqual(plan.nodes);
    expect(moved.servers.map(({ port }) => port)).toEqual([5301, 5302]);
  });

  it.each([0, -1, 65_519, 4300.5, Number.NaN])("refuses the router's port %d", (port) => {
    expect(() => planCluster(port)).toThrow(ClusterError);
  });
});

describe("settings of a server in a cluster", () => {
  const [first, second] = plan.servers.map((server) =>
    serverEnvironment(plan, server, passwords, surroundings),
  );

  it("serves its own cell with the application's role, and names the server of the other", () => {
    expect(first).toMatchObject({
      CELLS: "1=postgres://tessera_server:a3@127.0.0.1:4314/tessera",
      CELL_SERVERS: "2=http://127.0.0.1:4302",
    });
    expect(second).toMatchObject({
      CELLS: "2=postgres://tessera_server:a3@127.0.0.1:4316/tessera",
      CELL_SERVERS: "1=http://127.0.0.1:4301",
    });
  });

  it("fills only the first cell with demo data, whose names are unique", () => {
    expect(first).not.toHaveProperty("SEED");
    expect(second).toMatchObject({ SEED: "off" });
  });

  it("unsets the settings of a single database", () => {
    expect(first).toHaveProperty("DATABASE_URL", undefined);
    expect(first).toHaveProperty("PRACTICE_DATABASE_URL", undefined);
  });

  it("gives commands the owner's role in every cell", () => {
    expect(ownersCells(plan, passwords)).toBe(
      "1=postgres://tessera_owner:o2@127.0.0.1:4314/tessera " +
        "2=postgres://tessera_owner:o2@127.0.0.1:4316/tessera",
    );
  });
});

describe("settings of PostgreSQL in a cluster", () => {
  it("listens on loopback only, with Citus", () => {
    for (const node of plan.nodes) {
      expect(nodeSettings(node, files, {})).toMatchObject({
        port: String(node.port),
        listen_addresses: "127.0.0.1",
        shared_preload_libraries: "citus",
      });
    }
  });

  it("lets a cell acknowledge a commit only when its standby has it", () => {
    const standby = nodeNamed("cell-2-standby");
    const primary = primaryOf(plan, 2);
    expect(nodeSettings(primary, files, { standby })).toMatchObject({
      synchronous_standby_names: 'FIRST 1 ("cell-2-standby")',
      synchronous_commit: "on",
    });
    const settings = nodeSettings(standby, files, { primary });
    expect(settings.primary_conninfo).toContain("port=4316 user=tessera_replication");
    expect(settings.primary_conninfo).toContain("application_name=cell-2-standby");
  });

  it("quotes values for the configuration file", () => {
    expect(configurationFile({ port: "1", name: "it's" })).toBe("port = '1'\nname = 'it''s'\n");
  });

  it("has a password for every role, and none in the settings", () => {
    const lines = passwordFile(passwords).trimEnd().split("\n");
    expect(lines).toContain("127.0.0.1:*:*:postgres:s1");
    expect(lines).toHaveLength(4);
    const text = JSON.stringify(nodeSettings(nodeNamed("cell-1"), files, {}));
    expect(text).not.toMatch(/s1|o2|a3|r4/);
  });
});
