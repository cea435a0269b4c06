import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { cellOfBearer } from "@tessera/server/cell-of-token";
import { CELL_HEADER, passedHeaders, returnedHeaders } from "@tessera/server/passed-headers";
import { NotSentError, openServerConnections } from "@tessera/server/server-connections";

const CHECK_EVERY_MS = 500;
const CHECK_TIMEOUT_MS = 3_000;
const RETRY_SECONDS = 5;

/** A server behind the router, and the cell that it serves. */
export interface RoutedServer {
  readonly cell: number;
  readonly origin: string;
}

/** The one address of the cluster. */
export interface Router {
  readonly origin: string;
  close(): Promise<void>;
}

export interface RouterOptions {
  readonly host: string;
  readonly port: number;
  /** The first server gets the requests that name no cell. */
  readonly servers: readonly RoutedServer[];
}

/**
 * Returns the servers to try for a request, in order: a ready one of its cell, then other ready
 * ones, which can pass the request on, and then the rest.
 */
export function serversFor(
  cell: number | undefined,
  servers: readonly RoutedServer[],
  ready: ReadonlySet<RoutedServer>,
): readonly RoutedServer[] {
  const wanted = cell ?? servers[0]?.cell;
  const rank = (server: RoutedServer) =>
    (ready.has(server) ? 0 : 2) + (server.cell === wanted ? 0 : 1);
  return [...servers].sort((a, b) => rank(a) - rank(b));
}

/** Returns the cell of a request by its session, or by the header that names one. */
function cellOfRequest({ headers }: Pick<IncomingMessage, "headers">): number | undefined {
  const named = headers[CELL_HEADER];
  return cellOfBearer(headers.authorization) ?? (named === undefined ? undefined : Number(named));
}

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers["content-length"];
  return headers["transfer-encoding"] !== undefined || (length !== undefined && length !== "0");
}

function answerText(answer: ServerResponse, status: number, text: string): void {
  answer.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    "retry-after": String(RETRY_SECONDS),
  });
  answer.end(`${text}\n`);
}

/** Checks every half second which servers are ready for their own cell. */
function watchReadiness(servers: readonly RoutedServer[]) {
  const ready = new Set<RoutedServer>(servers);
  const check = async (server: RoutedServer) => {
    const answer = await fetch(`${server.origin}/readyz`, {
      headers: { [CELL_HEADER]: String(server.cell) },
      signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
    }).catch(() => undefined);
    await answer?.body?.cancel();
    return answer?.ok === true ? ready.add(server) : ready.delete(server);
  };
  const timer = setInterval(() => void Promise.all(servers.map(check)), CHECK_EVERY_MS);
  return { ready, stop: () => clearInterval(timer) };
}

/**
 * Starts the router: it sends a session to the server of its cell, and everything else to the first
 * server, which knows the cell of a name or a card. It is ready if every cell has a ready server.
 */
export async function startRouter({ host, port, servers }: RouterOptions): Promise<Router> {
  const { ready, stop } = watchReadiness(servers);
  const connections = openServerConnections();
  const send = async (from: IncomingMessage, answer: ServerResponse) => {
    const over = new AbortController();
    answer.once("close", () => over.abort());
    const named = from.headers[CELL_HEADER];
    const passed = {
      method: from.method ?? "GET",
      path: from.url ?? "/",
      headers: {
        ...passedHeaders(from.headers),
        ...(named === undefined ? {} : { [CELL_HEADER]: named }),
        "x-forwarded-for": from.socket.remoteAddress ?? "",
      },
      body: hasBody(from) ? from : undefined,
    };
    for (const server of serversFor(cellOfRequest(from), servers, ready)) {
      try {
        const response = await connections.send(server.origin, passed, over.signal);
        answer.writeHead(response.statusCode ?? 502, returnedHeaders(response.headers));
        await pipeline(response, answer);
        return;
      } catch (error) {
        if (!(error instanceof NotSentError)) {
          throw error;
        }
        ready.delete(server);
      }
    }
    answerText(answer, 503, "No server of the cluster can be reached.");
  };
  const server = createServer((from, answer) => {
    if (from.url === "/readyz" && from.headers[CELL_HEADER] === undefined) {
      const isReady = servers.every((one) => ready.has(one));
      const status = isReady ? "ready" : "not-ready";
      answer.writeHead(isReady ? 200 : 503, { "content-type": "application/json" });
      answer.end(JSON.stringify({ status }));
      return;
    }
    send(from, answer).catch(() => {
      if (answer.headersSent) {
        answer.destroy();
      } else {
        answerText(answer, 502, "The response of the server was lost. Retry with the same key.");
      }
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, resolve);
  });
  const bound = server.address();
  const boundPort = bound === null || typeof bound === "string" ? port : bound.port;
  return {
    origin: `http://localhost:${boundPort}`,
    async close() {
      stop();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      connections.close();
    },
  };
}
