import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { NOT_CAUSED } from "../bench/src/alerts/not-caused.ts";
import { runbookPages } from "../bench/src/alerts/runbook-page.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const MONITORING = join(ROOT, "deploy/monitoring");
const SERVER = join(ROOT, "apps/server/src");

const rules = readFileSync(join(MONITORING, "alerts.yaml"), "utf8");
const ruleTests = readFileSync(join(MONITORING, "alerts.test.yaml"), "utf8");
const runbook = readFileSync(join(ROOT, "docs/runbook.md"), "utf8");

const alerts = [...rules.matchAll(/^\s+- alert: (\w+)$/gm)].map(([, name]) => name ?? "");

interface Dashboard {
  readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
}

function dashboards(): { name: string; text: string; exprs: string[] }[] {
  const folder = join(MONITORING, "dashboards");
  return readdirSync(folder).map((name) => {
    const text = readFileSync(join(folder, name), "utf8");
    const { panels }: Dashboard = JSON.parse(text);
    return { name, text, exprs: panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)) };
  });
}

/**
 * Returns the names of the metrics in the server's code. A test in the server checks the metrics
 * that it actually serves.
 */
function metricsOfServer(): Set<string> {
  const files = readdirSync(SERVER, { recursive: true, encoding: "utf8" });
  const sources = files.filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  return new Set(
    sources.flatMap(
      (file) => readFileSync(join(SERVER, file), "utf8").match(/\btessera_\w+/g) ?? [],
    ),
  );
}

/** Returns the names of the metrics in a text, with each histogram under its registered name. */
function metricsIn(text: string): string[] {
  const names = text.match(/\btessera_\w+/g) ?? [];
  return names.map((name) => name.replace(/_(?:bucket|sum|count)$/, ""));
}

function runPromtool(...args: readonly string[]) {
  return spawnSync("promtool", args, { cwd: MONITORING, encoding: "utf8" });
}

describe("monitoring", () => {
  it("rules and dashboards use only metrics that the server has", () => {
    const known = metricsOfServer();
    const used = metricsIn([rules, ...dashboards().map(({ text }) => text)].join("\n"));
    expect(used.length).toBeGreaterThan(50);
    expect(used.filter((name) => !known.has(name))).toEqual([]);
  });

  it("every alert has a section in the runbook, a link to that section, and a test", () => {
    const sections = [...runbook.matchAll(/^### (Tessera\w+)$/gm)].map(([, name]) => name);
    expect(sections).toEqual(alerts);
    const links = [...rules.matchAll(/runbook_url: docs\/runbook\.md#(\w+)$/gm)];
    expect(links.map(([, anchor]) => anchor)).toEqual(alerts.map((name) => name.toLowerCase()));
    const tested = [...ruleTests.matchAll(/^ {2}- name: (\w+)$/gm)].map(([, name]) => name);
    expect(tested).toEqual(["healthy", ...alerts]);
    const [healthy = ""] = ruleTests.split("\n  - name: Tessera");
    const silent = [...healthy.matchAll(/alertname: (\w+)\n\s+exp_alerts: \[\]/g)];
    expect(silent.map(([, name]) => name)).toEqual(alerts);
  });

  it("every section of the runbook has the same five parts", () => {
    const parts = ["**Means.**", "**Affected.**", "**Confirm.**", "**Do.**", "**Escalate.**"];
    const bodies = runbook.split(/^### /m).slice(1);
    const incomplete = bodies.filter((body) => parts.some((part) => !body.includes(part)));
    expect(incomplete.map((body) => body.split("\n", 1)[0])).toEqual([]);
    const marked = bodies.filter((body) => /\*(?:Tried|Not tried)[:.]/.test(body));
    expect(marked.length).toBe(bodies.length);
  });

  it("a page says that lab:alerts tries it, unless the lab lists why it does not", () => {
    const pages = runbookPages(runbook);
    const byLab = alerts.filter((name) =>
      pages.get(name)?.includes("\n*Tried: `npm run lab:alerts`"),
    );
    const reasons = NOT_CAUSED.map(({ alert }) => alert);
    expect(byLab).toEqual(alerts.filter((name) => !reasons.includes(name)));
    expect(reasons.filter((name) => !alerts.includes(name))).toEqual([]);
  });

  it("every dashboard panel has a query, and every dashboard has a unique uid", () => {
    const all = dashboards();
    expect(all.length).toBe(4);
    expect(all.filter(({ exprs }) => exprs.some((expr) => expr.trim() === ""))).toEqual([]);
    const uids = all.map(({ text }) => /"uid": "(tessera-[\w-]+)"/.exec(text)?.[1]);
    expect(new Set(uids).size).toBe(4);
  });

  it("promtool accepts the rules, their tests pass, and it refuses a mistake", (context) => {
    if (runPromtool("--version").error !== undefined) {
      console.warn("promtool is not installed (package prometheus): its part was skipped");
      context.skip();
    }
    for (const args of [
      ["check", "rules", "alerts.yaml"],
      ["test", "rules", "alerts.test.yaml"],
      ["check", "config", "--syntax-only", "prometheus.yaml"],
    ]) {
      const { status, stdout, stderr } = runPromtool(...args);
      expect([args.join(" "), status, status === 0 ? "" : stdout + stderr]).toEqual([
        args.join(" "),
        0,
        "",
      ]);
    }
    const folder = mkdtempSync(join(tmpdir(), "tessera-canary-"));
    try {
      const canary = join(folder, "alerts.yaml");
      writeFileSync(canary, rules.replaceAll("max by (check) (", "mux by (check) ("));
      expect(runPromtool("check", "rules", canary).status).not.toBe(0);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
