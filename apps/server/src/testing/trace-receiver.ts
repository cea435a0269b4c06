import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A received span, with its attributes by name. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly isError: boolean;
}

interface OtlpSpan extends Omit<ReceivedSpan, "facts" | "links" | "isError"> {
  readonly attributes: readonly { key: string; value: Readonly<Record<string, unknown>> }[];
  readonly links?: ReceivedSpan["links"];
  readonly status: { readonly code: number };
}

interface OtlpRequest {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

/** OTLP's status code for a failed span. */
const STATUS_ERROR = 2;

function readSpan({ attributes, links = [], status, ...span }: OtlpSpan): ReceivedSpan {
  const { traceId, spanId, parentSpanId, name } = span;
  const facts = Object.fromEntries(
    attributes.map(({ key, value }) => [key, Object.values(value)[0]]),
  );
  const isError = status.code === STATUS_ERROR;
  return { traceId, spanId, parentSpanId, name, facts, links, isError };
}

/** A trace collector on the loopback address. */
export interface TraceReceiver {
  readonly url: string;
  /** The body of every request. */
  readonly bodies: readonly string[];
  /** Paths and content types of the requests. */
  readonly requests: readonly string[];
  spans(): ReceivedSpan[];
  close(): Promise<void>;
}

/** Starts an OTLP/HTTP receiver for JSON traces. */
export async function startTraceReceiver(): Promise<TraceReceiver> {
  const bodies: string[] = [];
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(await text(request));
    requests.push(`${request.method} ${request.url} ${request.headers["content-type"]}`);
    response.setHeader("content-type", "application/json").end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    requests,
    spans: () =>
      bodies.flatMap((body) => {
        const { resourceSpans }: OtlpRequest = JSON.parse(body);
        return resourceSpans.flatMap(({ scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) => spans.map(readSpan)),
        );
      }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
