import type { StatementObserver } from "@tessera/database";

/**
 * Attributes of a span: names, codes and counts. Never a text that a caller or a customer wrote, an
 * SQL parameter, or an error's message, any of which may contain a card number or a name.
 */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

/** A reference to a span as the parent of another one, or as its link. */
export interface SpanReference {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}

export interface SpanOptions<T> {
  readonly facts?: SpanFacts;
  /** Returns attributes of the result, added if the work succeeded. */
  readonly describe?: (result: Awaited<T>) => SpanFacts;
  /** The parent instead of the current span. */
  readonly parent?: SpanReference | undefined;
  /** Other spans for which the work is done. */
  readonly links?: readonly SpanReference[];
  /** `client` for a call to another process. */
  readonly kind?: "internal" | "client";
}

export interface IncomingRequest {
  readonly method: string;
  /** A template such as `/api/cards/:id`, never a path. */
  readonly route: string;
  readonly requestId: string;
  /** How long ago the request arrived, in milliseconds. */
  readonly elapsedMs: number;
  /** The caller's `traceparent`, if the caller is trusted. */
  readonly traceparent: string | undefined;
}

/** The span of a request, which stays open across Fastify's hooks. */
export interface RequestSpan {
  /** Runs `work` with this span as the current one. */
  run(work: () => void): void;
  end(status: number): void;
}

/** Creates and exports spans. */
export interface Telemetry {
  readonly isOn: boolean;
  /** Runs `work`, which may be asynchronous, in a span of its own, and returns its result. */
  span<T>(name: string, work: () => T, options?: SpanOptions<T>): T;
  beginRequest(request: IncomingRequest): RequestSpan;
  current(): SpanReference | undefined;
  /** Returns the current span as a `traceparent` header (W3C), for a call to a trusted service. */
  traceparent(): string | undefined;
  /** Creates a span for each statement that runs within another span; absent if traces are off. */
  readonly onStatement: StatementObserver | undefined;
  /** Exports the remaining spans, for two seconds at most. */
  close(): Promise<void>;
}

const NO_REQUEST: RequestSpan = { run: (work) => work(), end: () => undefined };

/** Telemetry with traces off: runs all work without spans. */
export const NO_TELEMETRY: Telemetry = {
  isOn: false,
  span: (_name, work) => work(),
  beginRequest: () => NO_REQUEST,
  current: () => undefined,
  traceparent: () => undefined,
  onStatement: undefined,
  close: async () => undefined,
};
