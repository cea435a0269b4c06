import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { patroniSettings, proxySettings } from "./node-settings.ts";

const deployed = (file: string) =>
  readFileSync(new URL(`../../../deploy/failover/${file}`, import.meta.url), "utf8");

const PLACE = {
  name: "db-b",
  folder: "/lab/db-b",
  dataDir: "/lab/db-b/data",
  postgresFolder: "/pg/bin",
  hasRewind: false,
  postgres: { own: 1, link: 2 },
  rest: { own: 3, link: 4 },
  etcdApi: "etcd" as const,
  etcd: [5, 6, 7],
  passwords: { superuser: "s", replication: "r", rewind: "w" },
};

test("patroni settings: the lab measures the deployed settings", async () => {
  const settings = parse(await patroniSettings(PLACE));
  const file = parse(deployed("patroni.yml"));
  const { postgresql: own, ...dcs } = settings.bootstrap.dcs;
  const { postgresql: theirs, ...theirDcs } = file.bootstrap.dcs;
  expect(dcs).toEqual(theirDcs);
  expect({ ...own, use_pg_rewind: true, parameters: {} }).toEqual({ ...theirs, parameters: {} });
  expect({ ...own.parameters, wal_keep_size: "1GB" }).toEqual(theirs.parameters);
  expect(settings.postgresql.basebackup).toEqual(file.postgresql.basebackup);
});

test("patroni settings: other nodes reach a node and etcd through links only", async () => {
  const text = await patroniSettings(PLACE);
  const { restapi, etcd, postgresql } = JSON.parse(text);
  expect(text).not.toContain("10.0.0.");
  expect([restapi.connect_address, postgresql.connect_address]).toEqual([
    "127.0.0.1:4",
    "127.0.0.1:2",
  ]);
  expect(etcd).toEqual({ hosts: ["127.0.0.1:5", "127.0.0.1:6", "127.0.0.1:7"], use_proxies: true });
});

test("deployed patroni.yml: commits need a standby, and the lease outlasts a retry", () => {
  const { ttl, loop_wait, retry_timeout, ...dcs } = parse(deployed("patroni.yml")).bootstrap.dcs;
  expect(dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true });
  expect(loop_wait + 2 * retry_timeout).toBeLessThanOrEqual(ttl);
});

test("proxy settings: the lab measures the deployed settings with its own addresses", async () => {
  const nodes = [1, 2, 3].map((index) => ({ postgres: 100 + index, rest: 200 + index }));
  const text = await proxySettings({ own: 99, nodes });
  expect(text).toContain("bind 127.0.0.1:99\n");
  expect(text).toContain("server db-c 127.0.0.1:103 port 203\n");
  expect(text).not.toContain("10.0.0.");
  const common = deployed("haproxy.cfg")
    .split("\n")
    .filter((line) => !/^ {2}(server|bind) /.test(line));
  expect(text.split("\n").filter((line) => !/^ {2}(server|bind) /.test(line))).toEqual(common);
});
