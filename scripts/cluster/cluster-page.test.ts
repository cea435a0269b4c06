import { spawnSync } from "node:child_process";
import { SIGN_INS } from "@tessera/server/demo-people";
import { expect, it } from "vitest";
import { fromRoot } from "../repository.ts";
import { clusterPage } from "./cluster-page.ts";
import { planCluster } from "./cluster-plan.ts";

const page = clusterPage({
  plan: planCluster(4300),
  origin: "http://localhost:4300",
  commandsFile: "/data/cluster/commands.env",
  tookMs: 38_700,
});

it("cluster: the page names every process, the sign-ins and the settings for commands", () => {
  expect(page).toContain("7 PostgreSQL nodes with 2 cells is running in sandbox mode, after 39 s");
  expect(page).toMatch(/Console +http:\/\/localhost:4300\n/);
  for (const { who, username, password } of SIGN_INS) {
    expect(page).toMatch(new RegExp(`${who} +${username} / ${password}\n`));
  }
  expect(page).toMatch(/Server of cell 2 +http:\/\/localhost:4302\n/);
  expect(page).toMatch(/PostgreSQL cell-2-standby +127\.0\.0\.1:4317\n/);
  expect(page).toContain("set -a; . /data/cluster/commands.env; set +a");
  expect(page).toContain("Ctrl-C stops all of it.");
});

it("cluster: without CITUS_HOME, one sentence says that this is a single machine", () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [fromRoot("scripts/cluster.ts")], {
    env: { PATH: process.env.PATH },
    encoding: "utf8",
  });
  expect(status).toBe(1);
  expect(stdout).toBe("");
  expect(stderr).toBe(
    "This is a single machine without Citus: set CITUS_HOME to the folder of a PostgreSQL 18 " +
      "with Citus 14 (docs/scaling.md), or run npm start for a program with one cell.\n",
  );
});
