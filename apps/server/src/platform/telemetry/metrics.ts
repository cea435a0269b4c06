import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Config } from "../config/config.ts";
import { Refusal } from "../http/refusal.ts";
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

/** A gauge that is computed whenever metrics are read. */
export interface GaugeSource {
  readonly name: string;
  readonly help: string;
  readonly labelName: string;
  read(): Promise<readonly { readonly label: string; readonly value: number }[]>;
}

function registerGauge(registry: Registry, { name, help, labelName, read }: GaugeSource): void {
  new Gauge({
    name,
    help,
    labelNames: [labelName],
    registers: [registry],
    async collect() {
      for (const { label, value } of await read()) {
        this.set({ [labelName]: label }, value);
      }
    },
  });
}

/**
 * Counts all responses by route and status, and serves these counts and the gauges at `/metrics`.
 */
export function registerMetrics(
  app: FastifyInstance,
  config: Config,
  gauges: readonly GaugeSource[],
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const gauge of gauges) {
    registerGauge(registry, gauge);
  }
  const durations = new Histogram({
    name: "tessera_http_request_seconds",
    help: "Time from a request's arrival to its answer",
    labelNames: ["method", "route", "status"],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
  // A cache, since looking up a histogram by its labels takes longer than recording a value.
  const byLabels = new Map<string, { observe(seconds: number): void }>();
  app.addHook("onResponse", (request, reply, done) => {
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
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
