import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Config } from "../config/config.ts";
import type { AppContext } from "../context.ts";
import { Refusal } from "../http/refusal.ts";
import { defineService } from "../service.ts";
import { createFigureReader, type FigureSource } from "./figures.ts";
import { routeOf } from "./request-log.ts";

const DURATION_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const BEARER = /^bearer (.+)$/i;

function isRightToken(config: Config, authorization: string | undefined): boolean {
  if (config.metricsToken === undefined) {
    return true;
  }
  const given = Buffer.from(BEARER.exec(authorization ?? "")?.[1] ?? "");
  const wanted = Buffer.from(config.metricsToken);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** A gauge with one label, whose values are computed each time metrics are read. */
export interface GaugeSource {
  readonly name: string;
  readonly help: string;
  readonly labelName: string;
  read(): Promise<readonly { readonly label: string; readonly value: number }[]>;
}

/** A context's registry, where instruments register themselves. */
export const metricsRegistry = defineService("metrics registry", () => new Registry());

/** What to serve in addition to the metrics for requests and the process. */
export interface MetricsContent {
  readonly gauges: readonly GaugeSource[];
  readonly figures: readonly FigureSource[];
  readonly build: Readonly<Record<"version" | "mode", string>>;
}

function asFigures({ name, help, labelName, read }: GaugeSource): FigureSource {
  return {
    name,
    gauges: { [name]: { help, labelNames: [labelName] } },
    async read() {
      const values = await read();
      return values.map(({ label, value }) => ({
        gauge: name,
        labels: { [labelName]: label },
        value,
      }));
    },
  };
}

/** Registers a gauge that is always 1 and whose labels identify the running build. */
function registerBuild(registry: Registry, build: MetricsContent["build"]): void {
  const labels = { ...build, node: process.versions.node };
  new Gauge({
    name: "tessera_build_info",
    help: "Always 1; the labels say which version runs, and how",
    labelNames: Object.keys(labels),
    registers: [registry],
  }).set(labels, 1);
}

/**
 * Counts all responses by route and status, and serves these counts at `/metrics` along with the
 * context's instruments and the figures. The endpoint responds even if the database does not, but
 * omits the figures that cannot be read.
 */
export function registerMetrics(
  app: FastifyInstance,
  context: AppContext,
  content: MetricsContent,
): void {
  const { config, log } = context;
  const registry = context.use(metricsRegistry);
  collectDefaultMetrics({ register: registry });
  registerBuild(registry, content.build);
  const sources = [...content.gauges.map(asFigures), ...content.figures];
  const reader = createFigureReader({ sources, registry, log });
  const durations = new Histogram({
    name: "tessera_http_request_seconds",
    help: "Time from a request's arrival to its answer",
    labelNames: ["method", "route", "status"],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
  // Cached, since looking up a histogram by its labels takes longer than recording a value.
  const byLabels = new Map<string, { observe(seconds: number): void }>();
  app.addHook("onResponse", (request, reply, done) => {
    if (request.isPassedOn) {
      done();
      return;
    }
    const { method } = request;
    const route = routeOf(request);
    const status = reply.statusCode;
    const name = `${method} ${route} ${status}`;
    let ofLabels = byLabels.get(name);
    if (ofLabels === undefined) {
      ofLabels = durations.labels({ method, route, status });
      byLabels.set(name, ofLabels);
    }
    ofLabels.observe(reply.elapsedTime / 1_000);
    done();
  });
  app.get("/metrics", async (request, reply) => {
    if (!isRightToken(config, request.headers.authorization)) {
      throw new Refusal("unauthenticated");
    }
    await reader.refresh();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
