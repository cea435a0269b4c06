import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request that a scripted server received. */
export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** How a scripted server answers one request. */
export type Step = (response: ServerResponse) => void;

/** A real HTTP server that answers one request after another as a test says. */
export interface ScriptedServer {
  readonly origin: string;
  readonly received: readonly ReceivedRequest[];
  readonly close: () => Promise<void>;
}

/** Answers with JSON. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Step {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };
}

/** Answers with a problem, as Tessera does. */
export function problem(status: number, code: string, headers: Record<string, string> = {}): Step {
  const body = { type: "about:blank", title: code, status, code, message: `It says ${code}.` };
  return json(status, { ...body, requestId: "req_1" }, headers);
}

/** Ends the connection without an answer, as a server does that dies after the commit. */
export const lost: Step = (response) => {
  response.destroy();
};

/** Begins an answer, and ends the connection in the middle of it. */
export const cutOff: Step = (response) => {
  response.writeHead(200, { "content-length": "1000" });
  response.write('{"half":', () => response.destroy());
};

/** Never answers. */
export const silent: Step = () => {};

/** Starts a server that answers as the steps say, and 500 after the last of them. */
export async function startScriptedServer(...steps: readonly Step[]): Promise<ScriptedServer> {
  const received: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
    }
    const { method = "", url = "", headers } = request;
    const step = steps[received.length] ?? problem(500, "internal");
    received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    step(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
