import type { StatementObserver } from "@tessera/database";

/**
 * Facts of a span: names, codes and counts. Never what a caller or a customer wrote, a parameter of
 * SQL, or the message of an error, any of which may hold a card number or a name.
 */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

/** A span as the parent of another one, or as its link. */
export interface SpanReference {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}

export interface SpanOptions<T> {
  readonly facts?: SpanFacts;
  /** Facts of the result, added when the work succeeded. */
  readonly describe?: (result: Awaited<T>) => SpanFacts;
  /** The parent, in place of the current span. */
  readonly parent?: SpanReference | undefined;
  /** Other spans that the work is done for. */
  readonly links?: readonly SpanReference[];
  /** `client` for a call to something outside the process. */
  readonly kind?: "internal" | "client";
}

export interface IncomingRequest {
  readonly method: string;
  /** A template such as `/api/cards/:id`, never a path. */
  readonly route: string;
  readonly requestId: string;
  /** How long ago the request arrived, in milliseconds. */
  readonly elapsedMs: number;
  /** The caller's `traceparent`, where the caller is trusted. */
  readonly traceparent: string | undefined;
}

/** The span of a request, which is open across Fastify's hooks. */
export interface RequestSpan {
  /** Runs `work` with this span as the current one. */
  run(work: () => void): void;
  end(status: number): void;
}

/** Where spans go. */
export interface Telemetry {
  readonly isOn: boolean;
  /** Runs `work`, which may be asynchronous, in a span of its own, and returns its result. */
  span<T>(name: string, work: () => T, options?: SpanOptions<T>): T;
  beginRequest(request: IncomingRequest): RequestSpan;
  current(): SpanReference | undefined;
  /** The current span as the W3C header of that name, for a call to a trusted service. */
  traceparent(): string | undefined;
  /** Makes a span of each statement that runs within another span; absent when traces are off. */
  readonly onStatement: StatementObserver | undefined;
  /** Exports what is left, for two seconds at most. */
  close(): Promise<void>;
}

const NO_REQUEST: RequestSpan = { run: (work) => work(), end: () => undefined };

/** Traces switched off: everything runs as if it were not there. */
export const NO_TELEMETRY: Telemetry = {
  isOn: false,
  span: (_name, work) => work(),
  beginRequest: () => NO_REQUEST,
  current: () => undefined,
  traceparent: () => undefined,
  onStatement: undefined,
  close: async () => undefined,
};
