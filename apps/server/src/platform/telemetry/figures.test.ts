import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { createFigureReader, type FigureSource } from "./figures.ts";
import { createLogger } from "./logger.ts";

const SILENT = createLogger({ level: "silent", pretty: false });

function source(name: string, read: FigureSource["read"]): FigureSource {
  return { name, gauges: { [`tessera_${name}`]: { help: name } }, read };
}

const one = (name: string) => source(name, async () => [{ gauge: `tessera_${name}`, value: 1 }]);

function readerOf(sources: readonly FigureSource[], patienceMs = 1_000) {
  const registry = new Registry();
  const reader = createFigureReader({ sources, registry, log: SILENT, patienceMs });
  return {
    read: async () => {
      await reader.refresh();
      return registry.metrics();
    },
  };
}

test("figures: a failing source loses its values, and the other sources keep theirs", async () => {
  let isBroken = false;
  const fragile = source("fragile", async () => {
    if (isBroken) {
      throw new Error("broken");
    }
    return [{ gauge: "tessera_fragile", value: 7 }];
  });
  const { read } = readerOf([fragile, one("sound")]);
  expect(await read()).toContain("tessera_fragile 7\n");
  isBroken = true;
  const text = await read();
  expect(text).not.toMatch(/^tessera_fragile /m);
  expect(text).toContain("tessera_sound 1\n");
  expect(text).toContain('tessera_figures_unreadable{source="fragile"} 1\n');
  expect(text).toContain('tessera_figures_unreadable{source="sound"} 0\n');
});

test("figures: after a sign of an outage, the remaining sources are not read", async () => {
  let reads = 0;
  const lost = source("lost", async () => {
    throw Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
  });
  const later = source("later", async () => {
    reads += 1;
    return [];
  });
  const { read } = readerOf([one("first"), lost, later, { ...one("process"), isOfProcess: true }]);
  const text = await read();
  expect(text).toContain('tessera_figures_unreadable{source="later"} 1\n');
  expect(text).toContain("tessera_process 1\n");
  expect(reads).toBe(0);
});

test("figures: a source that does not respond is read only once and delays no scrape", async () => {
  const release = Promise.withResolvers<void>();
  let reads = 0;
  const stuck = source("stuck", async () => {
    reads += 1;
    await release.promise;
    return [{ gauge: "tessera_stuck", value: 1 }];
  });
  const { read } = readerOf([one("first"), stuck], 20);
  for (let scrape = 0; scrape < 3; scrape += 1) {
    const text = await read();
    expect(text).toContain("tessera_first 1\n");
    expect(text).toContain('tessera_figures_unreadable{source="stuck"} 1\n');
  }
  expect(reads).toBe(1);
  release.resolve();
  expect(await read()).toContain("tessera_stuck 1\n");
});

test("figures: a counter is exported as a counter", async () => {
  const counted: FigureSource = {
    name: "counted",
    gauges: { tessera_lost_total: { help: "Lost", labelNames: ["pool"], isCounter: true } },
    read: async () => [{ gauge: "tessera_lost_total", labels: { pool: "a" }, value: 4 }],
  };
  const { read } = readerOf([counted]);
  await read();
  const text = await read();
  expect(text).toContain("# TYPE tessera_lost_total counter\n");
  expect(text).toContain('tessera_lost_total{pool="a"} 4\n');
});
