import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { AlertLab, METRICS_TOKEN } from "./alert-lab.ts";
import { alertsOptionsOf } from "./alerts-options.ts";
import type { Cause } from "./cause.ts";
import { LEDGER_CAUSES } from "./causes/ledger-causes.ts";
import { OUTAGE_CAUSES } from "./causes/outage-causes.ts";
import { PAYMENT_CAUSES } from "./causes/payment-causes.ts";
import { releaseCause } from "./causes/release-cause.ts";
import { WORK_CAUSES } from "./causes/work-causes.ts";
import { NOT_CAUSED } from "./not-caused.ts";
import { Prometheus } from "./prometheus.ts";
import { commandsOf, runbookPages } from "./runbook-page.ts";
import { alertNames, shortenRules } from "./shorten-rules.ts";

/**
 * Causes alerts on two servers and a PostgreSQL, with the deployed rules in a Prometheus whose
 * durations are shortened. An alert has to fire after its cause, the commands on its page have to
 * work as they are written, and after the page's remedy it has to end.
 */

const RULES = new URL("../../../deploy/monitoring/alerts.yaml", import.meta.url);
const RUNBOOK = new URL("../../../docs/runbook.md", import.meta.url);
const FIRES_WITHIN_MS = 180_000;
const ENDS_WITHIN_MS = 240_000;
const METRICS_ADDRESS = "http://127.0.0.1:4300";

interface Run {
  readonly lab: AlertLab;
  readonly prometheus: Prometheus;
  readonly pages: ReadonlyMap<string, string>;
}

/** What was seen of an alert. */
interface Seen {
  readonly alert: string;
  readonly firedAfterS: number;
  readonly commands: number;
  readonly endedAfterS: number;
}

const started = performance.now();

function say(text: string): void {
  const seconds = ((performance.now() - started) / 1_000).toFixed(1).padStart(7);
  console.log(`${seconds} s  ${text}`);
}

const secondsSince = (start: number) => (performance.now() - start) / 1_000;

/** Runs the commands of a part of a page. Returns how many there were. */
async function runPart(
  { lab, pages }: Run,
  alert: string,
  part: "Confirm" | "Do",
  cause: Cause,
): Promise<number> {
  const { sql, shell } = commandsOf(pages.get(alert) ?? "", part);
  for (const query of sql) {
    await lab.admin.unsafe(query);
  }
  for (const command of shell) {
    // The page's address is that of the machine's own server.
    const url = lab.urls[cause.server ?? 0] ?? "";
    const { code, output } = await lab.run(command.replace(METRICS_ADDRESS, url));
    const expected = part === "Confirm" ? (cause.codes?.[command] ?? 0) : 0;
    if (code !== expected) {
      throw new Error(`${alert}: \`${command}\` ended with ${code}, not ${expected}: ${output}`);
    }
  }
  return sql.length + shell.length;
}

async function bringAbout(run: Run, cause: Cause): Promise<Seen[]> {
  const { lab, prometheus } = run;
  say(`${cause.alerts.join(", ")}: ${cause.how}`);
  const begun = performance.now();
  await cause.make(lab);
  const fired = new Map<string, number>();
  for (const alert of cause.alerts) {
    if (!(await prometheus.until(alert, true, FIRES_WITHIN_MS))) {
      throw new Error(`${alert} did not fire`);
    }
    fired.set(alert, secondsSince(begun));
  }
  await cause.confirm?.(lab);
  const commands = new Map<string, number>();
  for (const alert of cause.alerts) {
    commands.set(alert, await runPart(run, alert, "Confirm", cause));
  }
  const mended = performance.now();
  await cause.remedy(lab);
  const seen: Seen[] = [];
  for (const alert of cause.alerts) {
    if (!(await prometheus.until(alert, false, ENDS_WITHIN_MS))) {
      throw new Error(`${alert} did not end`);
    }
    const endedAfterS = secondsSince(mended);
    const done = await runPart(run, alert, "Do", cause);
    seen.push({
      alert,
      firedAfterS: fired.get(alert) ?? 0,
      commands: (commands.get(alert) ?? 0) + done,
      endedAfterS,
    });
  }
  return seen;
}

/** @throws Error if an alert is neither caused nor listed with a reason */
function requireAll(rules: string, causes: readonly Cause[]): void {
  const known = new Set([
    ...causes.flatMap(({ alerts }) => alerts),
    ...NOT_CAUSED.map(({ alert }) => alert),
  ]);
  const missing = alertNames(rules).filter((name) => !known.has(name));
  if (missing.length > 0) {
    throw new Error(`nothing causes ${missing.join(", ")}`);
  }
}

async function run(folder: string, only: string | undefined, logs: string | undefined) {
  const rules = readFileSync(RULES, "utf8");
  const causes = [
    ...WORK_CAUSES,
    ...PAYMENT_CAUSES,
    ...OUTAGE_CAUSES,
    ...LEDGER_CAUSES,
    releaseCause(folder),
  ];
  requireAll(rules, causes);
  const lab = await AlertLab.open(logs);
  const stops: (() => Promise<unknown>)[] = [() => lab.close()];
  const seen: Seen[] = [];
  const failures: string[] = [];
  try {
    const source = { folder, rules: shortenRules(rules), ports: lab.ports, token: METRICS_TOKEN };
    const prometheus = await Prometheus.start(source);
    stops.push(() => prometheus.stop());
    const pages = runbookPages(readFileSync(RUNBOOK, "utf8"));
    for (const cause of causes) {
      if (only === undefined || cause.alerts.includes(only)) {
        try {
          seen.push(...(await bringAbout({ lab, prometheus, pages }, cause)));
        } catch (error) {
          failures.push(error instanceof Error ? error.message : String(error));
          say(`FAULT ${failures.at(-1)}`);
          await cause.remedy(lab).catch(() => undefined);
        }
      }
    }
  } finally {
    for (const stop of stops.reverse()) {
      await stop().catch((error: unknown) => console.error(error));
    }
  }
  report(seen, failures);
}

function report(seen: readonly Seen[], failures: readonly string[]): void {
  console.log("\n| Alert | Fired after | Commands of the page | Ended after the remedy |");
  console.log("|---|---|---|---|");
  for (const { alert, firedAfterS, commands, endedAfterS } of seen) {
    const times = [firedAfterS, endedAfterS].map((one) => `${one.toFixed(0)} s`);
    console.log(`| ${alert} | ${times[0]} | ${commands} | ${times[1]} |`);
  }
  console.log("\nNot caused:");
  for (const { alert, why } of NOT_CAUSED) {
    console.log(`- ${alert}: ${why}`);
  }
  say(
    failures.length === 0 ? `${seen.length} alerts fired and ended` : `${failures.length} faults`,
  );
  process.exitCode = failures.length === 0 ? 0 : 1;
}

try {
  const options = alertsOptionsOf(process.argv.slice(2));
  if (options !== undefined) {
    const folder = await mkdtemp(path.join(tmpdir(), "tessera-alerts-"));
    try {
      await run(folder, options.only, options.logs);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof TypeError || error instanceof RangeError ? 2 : 1;
}
