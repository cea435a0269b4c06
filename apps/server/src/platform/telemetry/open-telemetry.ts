import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { parseTraceParent, setGlobalErrorHandler } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { databaseErrorCode, type ExecutedStatement } from "@tessera/database";
import { Refusal } from "../http/refusal.ts";
import type { Logger } from "./logger.ts";
import { statementSummary } from "./statement-summary.ts";
import type {
  IncomingRequest,
  RequestSpan,
  SpanFacts,
  SpanOptions,
  SpanReference,
  Telemetry,
} from "./telemetry.ts";

const SERVICE = "tessera";
const EXPORT_EVERY_MS = 2_000;
const EXPORT_TIMEOUT_MS = 5_000;
/** Maximum time, in milliseconds, that a shutdown waits for the collector, which may be down. */
const CLOSE_TIMEOUT_MS = 2_000;
const COMPLAIN_EVERY_MS = 60_000;
/** The lowest status code that indicates a server error. */
const SERVER_FAULT = 500;

interface TraceSettings {
  /** Base URL of the collector, such as `http://127.0.0.1:4318`. */
  readonly otlpEndpoint: string;
  /** The share of traces to export, from 0 to 1. */
  readonly sampledRatio: number;
}

/** Matches a machine-readable code, such as `23505` or `ECONNREFUSED`. */
const CODE = /^\w{1,64}$/;

/**
 * Returns an error's code or class. Omits its message, since PostgreSQL includes values in
 * messages.
 */
function errorTypeOf(error: unknown): string {
  const code = error instanceof Refusal ? error.code : databaseErrorCode(error);
  const name = error instanceof Error ? error.name : "unknown";
  return code !== undefined && CODE.test(code) ? code : name;
}

/** Records an error on a span. A Refusal counts as a result, not as an error. */
function fail(span: Span, error: unknown): void {
  span.setAttribute("error.type", errorTypeOf(error));
  if (!(error instanceof Refusal)) {
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}

/** Ends a span when its work ends, whether the work returns a promise or a value. */
function settle<T>(span: Span, work: () => T, describe: SpanOptions<T>["describe"]): T {
  const succeed = <R extends Awaited<T>>(result: R): R => {
    if (describe !== undefined) {
      span.setAttributes(describe(result));
    }
    span.end();
    return result;
  };
  const rethrow = (error: unknown): never => {
    fail(span, error);
    throw error;
  };
  let result: T;
  try {
    result = work();
  } catch (error) {
    return rethrow(error);
  }
  return result instanceof Promise
    ? (result.then(succeed, rethrow) as T)
    : (succeed(result as Awaited<T>) as T);
}

/**
 * Creates a sampler that decides only by trace id. It ignores the caller's sampling decision,
 * because a caller could otherwise flood the collector.
 */
function samplerOf(ratio: number): ParentBasedSampler {
  const byId = new TraceIdRatioBasedSampler(ratio);
  return new ParentBasedSampler({
    root: byId,
    remoteParentSampled: byId,
    remoteParentNotSampled: byId,
  });
}

function remoteParent(traceparent: string | undefined): Context {
  const parsed = traceparent === undefined ? null : parseTraceParent(traceparent);
  return parsed === null
    ? ROOT_CONTEXT
    : trace.setSpanContext(ROOT_CONTEXT, { ...parsed, isRemote: true });
}

/** Logs lost traces at most once a minute. Requests are not affected. */
function reportLosses(log: Logger): void {
  let quietUntilMs = 0;
  setGlobalErrorHandler((error) => {
    const now = performance.now();
    if (now >= quietUntilMs) {
      quietUntilMs = now + COMPLAIN_EVERY_MS;
      const { name } = error instanceof Error ? error : { name: "unknown" };
      log.warn({ err: error, name }, "traces could not be exported");
    }
  });
}

/**
 * Creates the tracer provider, which sends spans to the collector in batches in the background.
 * Spans are dropped if the queue is full.
 */
function createProvider({ otlpEndpoint, sampledRatio }: TraceSettings): TracerProvider {
  const exporter = new OTLPTraceExporter({
    url: `${otlpEndpoint.replace(/\/+$/, "")}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  return new TracerProvider({
    resource: resourceFromAttributes({ "service.name": SERVICE }),
    sampler: samplerOf(sampledRatio),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: EXPORT_EVERY_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
}

/**
 * Implements telemetry with the OpenTelemetry SDK. Nothing is registered globally. This object
 * tracks the current span itself, so that two servers in one process stay separate and no library
 * adds spans with attributes that were never reviewed.
 */
class OpenTelemetry implements Telemetry {
  readonly isOn = true;
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;
  readonly #log: Logger;
  readonly #storage = new AsyncLocalStorage<Context>();

  constructor(provider: TracerProvider, log: Logger) {
    this.#provider = provider;
    this.#tracer = provider.getTracer(SERVICE);
    this.#log = log;
  }

  span<T>(name: string, work: () => T, options: SpanOptions<T> = {}): T {
    const { facts = {}, describe, parent, links = [], kind } = options;
    const outer =
      parent === undefined
        ? (this.#storage.getStore() ?? ROOT_CONTEXT)
        : trace.setSpanContext(ROOT_CONTEXT, parent);
    const span = this.#tracer.startSpan(
      name,
      {
        attributes: facts,
        kind: kind === "client" ? SpanKind.CLIENT : SpanKind.INTERNAL,
        links: links.map((context) => ({ context })),
      },
      outer,
    );
    return this.#storage.run(trace.setSpan(outer, span), () => settle(span, work, describe));
  }

  beginRequest(request: IncomingRequest): RequestSpan {
    const { method, route, requestId, elapsedMs, traceparent } = request;
    const outer = remoteParent(traceparent);
    const attributes: SpanFacts = {
      "http.request.method": method,
      "http.route": route,
      "tessera.request_id": requestId,
    };
    const startTime = Date.now() - elapsedMs;
    const span = this.#tracer.startSpan(
      `${method} ${route}`,
      { attributes, kind: SpanKind.SERVER, startTime },
      outer,
    );
    const inner = trace.setSpan(outer, span);
    return {
      run: (work) => this.#storage.run(inner, work),
      end(status) {
        span.setAttribute("http.response.status_code", status);
        if (status >= SERVER_FAULT) {
          span.setStatus({ code: SpanStatusCode.ERROR });
        }
        span.end();
      },
    };
  }

  current(): SpanReference | undefined {
    return trace.getSpan(this.#storage.getStore() ?? ROOT_CONTEXT)?.spanContext();
  }

  traceparent(): string | undefined {
    const current = this.current();
    const flags = String(current?.traceFlags ?? 0).padStart(2, "0");
    return current === undefined ? undefined : `00-${current.traceId}-${current.spanId}-${flags}`;
  }

  /**
   * Creates a span for a statement. A statement outside a span does not start a trace, since
   * background loops constantly poll the database. A loop started by a request keeps the request's
   * context, but the request's span has already ended.
   */
  readonly onStatement = ({ text, durationMs, error }: ExecutedStatement): void => {
    const outer = this.#storage.getStore();
    if (outer === undefined || trace.getSpan(outer)?.isRecording() !== true) {
      return;
    }
    const { text: name, verb, target } = statementSummary(text);
    const now = performance.timeOrigin + performance.now();
    const attributes = {
      "db.system.name": "postgresql",
      "db.operation.name": verb,
      ...(target !== undefined && { "db.collection.name": target }),
      ...(error !== undefined && { "error.type": errorTypeOf(error) }),
    };
    const span = this.#tracer.startSpan(
      name,
      { attributes, kind: SpanKind.CLIENT, startTime: now - durationMs },
      outer,
    );
    if (error !== undefined) {
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end(now);
  };

  async close(): Promise<void> {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, CLOSE_TIMEOUT_MS);
    const closed = this.#provider
      .shutdown()
      .catch((error: unknown) =>
        this.#log.warn({ err: error }, "the last traces were not exported"),
      );
    await Promise.race([closed, late.promise]);
    clearTimeout(timer);
  }
}

/** Starts exporting spans to a collector over OTLP/HTTP. Requests never wait for the export. */
export function createOpenTelemetry(settings: TraceSettings, log: Logger): Telemetry {
  reportLosses(log);
  return new OpenTelemetry(createProvider(settings), log);
}
