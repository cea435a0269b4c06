import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { fund, network, openCard, type TestCard } from "../../testing/test-cards.ts";

let app: CardsApp;
let customer: TestCustomer;
let card: TestCard;

async function scrape(): Promise<string> {
  const { payload } = await app.app.server.inject({ url: "/metrics" });
  return payload;
}

const MONITORING = new URL("../../../../../deploy/monitoring/", import.meta.url);

/** Returns the names of the metrics used in alert rules and dashboards. */
function metricsInMonitoring(): Set<string> {
  const dashboards = readdirSync(new URL("dashboards/", MONITORING));
  const files = ["alerts.yaml", ...dashboards.map((name) => `dashboards/${name}`)];
  const text = files.map((file) => readFileSync(new URL(file, MONITORING), "utf8")).join("\n");
  const names = text.match(/\b(?:tessera|nodejs|process)_[a-z0-9_]+/g) ?? [];
  return new Set(names.map((name) => name.replace(/_(?:bucket|sum|count)$/, "")));
}

/** Returns the value of one series, identified by its name and labels as exported. */
function valueAt(text: string, series: string): number | undefined {
  const line = text.split("\n").find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

beforeAll(async () => {
  app = await createCardsApp();
  customer = await app.newCustomer({ USD: 10_000_000n });
  card = await openCard(app, customer);
  await fund(app, customer, card, 12_345n);
  const merchant = { name: "Lighthouse Bakery Quay", mcc: "5734", country: "US" };
  for (const amount of ["31.07", "1.00"]) {
    await network(app, "authorize", card, { amount, merchant });
  }
  await network(app, "authorize", card, { amount: "999.99", merchant });
}, 120_000);
afterAll(() => app.close());

describe("metrics after payments", () => {
  test("count authorizations by outcome and class of reason", async () => {
    const text = await scrape();
    const series = (outcome: string, reason: string) =>
      valueAt(text, `tessera_authorizations_total{outcome="${outcome}",reason="${reason}"}`);
    expect(series("approved", "none")).toBe(2);
    expect(series("declined", "funds")).toBe(1);
    expect(series("timed_out", "timeout")).toBe(0);
    expect(valueAt(text, 'tessera_authorization_seconds_count{outcome="approved"}')).toBe(2);
  });

  test("measure the ledger's queue by priority, and its batches", async () => {
    const text = await scrape();
    const waits = valueAt(text, 'tessera_ledger_wait_seconds_count{priority="authorization"}');
    expect(waits).toBeGreaterThanOrEqual(2);
    expect(valueAt(text, "tessera_ledger_batch_movements_sum")).toBeGreaterThanOrEqual(waits ?? 0);
    expect(valueAt(text, "tessera_ledger_batch_seconds_count")).toBe(
      valueAt(text, "tessera_ledger_batch_movements_count"),
    );
    expect(valueAt(text, 'tessera_ledger_queue_movements{priority="normal"}')).toBe(0);
  });

  test("count open holds by age, and show the age of the oldest one", async () => {
    const before = await scrape();
    expect(valueAt(before, 'tessera_holds_open{age="hour"}')).toBe(2);
    app.clock.advance(2 * 3_600);
    const after = await scrape();
    expect(valueAt(after, 'tessera_holds_open{age="hour"}')).toBe(0);
    expect(valueAt(after, 'tessera_holds_open{age="day"}')).toBe(2);
    expect(valueAt(after, "tessera_holds_oldest_age_seconds")).toBeGreaterThanOrEqual(2 * 3_600);
    expect(valueAt(after, "tessera_holds_in_question")).toBe(0);
    expect(valueAt(after, "tessera_holds_overdue")).toBe(0);
  });

  test("count jobs by queue and state, and list scheduled work that is failing", async () => {
    await app.context.db.sql`insert into regular_work_failure
      (name, failures, last_error, first_failed_at, last_failed_at)
      values ('test.work', 3, 'Error', now(), now())`;
    const text = await scrape();
    expect(valueAt(text, 'tessera_jobs{queue="mail",state="failed"}')).toBe(0);
    expect(valueAt(text, 'tessera_jobs_oldest_age_seconds{queue="mail"}')).toBeDefined();
    expect(valueAt(text, 'tessera_regular_work_failures{work="test.work"}')).toBe(3);
    await app.context.db.sql`delete from regular_work_failure where name = 'test.work'`;
    expect(await scrape()).not.toContain('work="test.work"');
  });

  test("show rates, pools and the build, and that all sources could be read", async () => {
    const text = await scrape();
    expect(valueAt(text, 'tessera_rate_usable{rate="exchange"}')).toBe(1);
    expect(valueAt(text, 'tessera_database_pool_connections{pool="pipelined"}')).toBe(2);
    expect(valueAt(text, "tessera_database_pool_waiting_borrowers")).toBe(0);
    expect(valueAt(text, 'tessera_database_silent_connections_total{pool="pooled"}')).toBe(0);
    expect(valueAt(text, 'tessera_provider_messages_waiting{provider="payout"}')).toBe(0);
    expect(text).toMatch(/tessera_build_info\{version="[\d.]+",mode="sandbox",node="[\d.]+"\} 1/);
    const unreadable = [...text.matchAll(/^tessera_figures_unreadable\{source="(\w+)"\} (\d)$/gm)];
    expect(unreadable.length).toBeGreaterThan(8);
    expect(unreadable.filter(([, , value]) => value !== "0")).toEqual([]);
  });

  test("include every metric that is used in an alert or a dashboard", async () => {
    const text = await scrape();
    const served = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
    expect([...metricsInMonitoring()].filter((name) => !served.has(name))).toEqual([]);
  });

  test("contain no id, name, address, amount or secret", async () => {
    const text = await scrape();
    const private_ = [
      card.pan,
      card.id.slice("card_".length),
      customer.customerId,
      customer.token,
      customer.email,
      customer.username,
      "Lighthouse",
    ];
    expect(private_.filter((one) => text.includes(one))).toEqual([]);
    // The process may happen to have used 31.07… seconds of processor time.
    expect(text).not.toMatch(/(?<![\d.])31\.07(?!\d)/);
    const labels = [...text.matchAll(/="([^"]*)"/g)].map(([, value]) => value);
    expect(labels.filter((value) => /[0-9a-f]{8}-[0-9a-f]{4}-|@/.test(value ?? ""))).toEqual([]);
  });
});
