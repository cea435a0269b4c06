import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { labProxySettings } from "./haproxy-settings.ts";

const shipped = readFileSync(new URL("../../../deploy/proxy/haproxy.cfg", import.meta.url), "utf8");
const lab = {
  bind: "127.0.0.1:4300",
  statsSocket: "/tmp/lab.sock",
  servers: ["127.0.0.1:1", "127.0.0.1:2", "127.0.0.1:3"],
};

it("servers lab: uses the shipped settings of HAProxy without TLS and stickiness", () => {
  const text = labProxySettings(shipped, lab);
  expect(text).toContain("bind 127.0.0.1:4300");
  expect(text).toContain("stats socket /tmp/lab.sock mode 600");
  expect(text).not.toMatch(/ssl|:443|leastconn|server [ab] /);
  expect(text.match(/^ {2}server s\d 127\.0\.0\.1:\d$/gm)).toHaveLength(
    3 * (shipped.match(/^ {2}server a \S+$/gm)?.length ?? 0),
  );
  expect(text.match(/^ {2}server s\d \S+ track tessera\/s\d$/gm)).toHaveLength(
    3 * (shipped.match(/^ {2}server a \S+ track tessera\/a$/gm)?.length ?? 0),
  );
  for (const kept of ["option redispatch 1", "retry-on conn-failure", "http-check expect status"]) {
    expect(text).toContain(kept);
  }
});

it("servers lab: refuses settings whose lines it cannot replace", () => {
  const other = shipped.replaceAll("balance leastconn", "balance random");
  expect(() => labProxySettings(other, lab)).toThrow("no longer contains");
});
