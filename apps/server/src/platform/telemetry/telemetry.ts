import type { StatementObserver } from "@tessera/database";

/**
 * Attributes of a span: names, codes and counts. They never contain text written by a caller or a
 * customer, SQL parameters, or error messages, since these may contain a card number or a name.
 */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

/** A reference to a span that serves as another span's parent or link. */
export interface SpanReference {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}

export interface SpanOptions<T> {
  readonly facts?: SpanFacts;
  /** Returns attributes that describe the result. Called only if the work succeeds. */
  readonly describe?: (result: Awaited<T>) => SpanFacts;
  /** The parent span, if it is not the current span. */
  readonly parent?: SpanReference | undefined;
  /** Other spans on whose behalf the work is done. */
  readonly links?: readonly SpanReference[];
  /** The type of span. `client` is for a call to another process. */
  readonly kind?: "internal" | "client";
}

export interface IncomingRequest {
  readonly method: string;
  /** A route template such as `/api/cards/:id`, never a path. */
  readonly route: string;
  readonly requestId: string;
  /** The time since the request arrived, in milliseconds. */
  readonly elapsedMs: number;
  /** The caller's `traceparent` header, if the caller is trusted. */
  readonly traceparent: string | undefined;
}

/** The span of a request, which stays open across Fastify's hooks. */
export interface RequestSpan {
  /** Runs `work` with this span as the current span. */
  run(work: () => void): void;
  end(status: number): void;
}

/** Creates and exports spans. */
export interface Telemetry {
  readonly isOn: boolean;
  /** Runs `work`, which can be asynchronous, in a new span, and returns its result. */
  span<T>(name: string, work: () => T, options?: SpanOptions<T>): T;
  beginRequest(request: IncomingRequest): RequestSpan;
  current(): SpanReference | undefined;
  /** Returns the current span as a `traceparent` header (W3C), for a call to a trusted service. */
  traceparent(): string | undefined;
  /**
   * Creates a span for each statement that runs within another span. Undefined if tracing is off.
   */
  readonly onStatement: StatementObserver | undefined;
  /** Exports the remaining spans within at most two seconds. */
  close(): Promise<void>;
}

const NO_REQUEST: RequestSpan = { run: (work) => work(), end: () => undefined };

/** Telemetry for when tracing is off, which runs all work without spans. */
export const NO_TELEMETRY: Telemetry = {
  isOn: false,
  span: (_name, work) => work(),
  beginRequest: () => NO_REQUEST,
  current: () => undefined,
  traceparent: () => undefined,
  onStatement: undefined,
  close: async () => undefined,
};
