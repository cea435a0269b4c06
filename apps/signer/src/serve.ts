import { unlink } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { connect } from "node:net";
import {
  answerMac,
  isMac,
  MAC_HEADER,
  requestMac,
  type SignAnswer,
  type SignRequest,
  signRequest,
  writeMessage,
} from "@tessera/payout-signing";
import { type SignerParts, signPayout } from "./sign-payout.ts";

const MAX_BYTES = 16 * 1024;
const TIMEOUT_MS = 10_000;

/** Logs an event. Never receives a key, a MAC or a signature. */
export type Log = (event: string, facts?: Readonly<Record<string, unknown>>) => void;

interface ServeOptions {
  readonly socket: string;
  readonly log: Log;
  /**
   * Called if a signature could not be recorded. The process must end, because it does not know
   * what is on disk.
   */
  readonly onFailure: (error: unknown) => void;
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > MAX_BYTES) {
      return undefined;
    }
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status, { "content-length": 0, connection: "close" }).end();
}

function signOr(
  onFailure: ServeOptions["onFailure"],
  parts: SignerParts,
  request: SignRequest,
): SignAnswer | undefined {
  try {
    return signPayout(parts, request);
  } catch (error) {
    onFailure(error);
    return undefined;
  }
}

/** Answers one request. A request without the server's MAC learns nothing. */
async function answer(
  parts: SignerParts,
  { log, onFailure }: Pick<ServeOptions, "log" | "onFailure">,
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
): Promise<void> {
  if (request.method !== "POST" || request.url !== "/sign") {
    end(response, 404);
    return;
  }
  const body = await bodyOf(request);
  if (body === undefined) {
    end(response, 413);
    return;
  }
  if (!isMac(request.headers[MAC_HEADER], requestMac(parts.keys, body))) {
    log("a request was not from the server");
    end(response, 401);
    return;
  }
  const read = signRequest.safeParse(jsonOf(body));
  if (!read.success) {
    log("a request was not understood");
    end(response, 400);
    return;
  }
  const { instruction, fees } = read.data;
  const given = signOr(onFailure, parts, read.data);
  if (given === undefined) {
    response.destroy();
    return;
  }
  log(given.result === "refused" ? given.reason : given.result, {
    instruction: instruction.id,
    chainId: instruction.chainId,
    nonce: fees.nonce,
  });
  const text = writeMessage(given);
  response
    .writeHead(200, {
      "content-type": "application/json",
      [MAC_HEADER]: answerMac(parts.keys, body, text),
    })
    .end(text);
}

/** Returns whether a process listens on a socket. */
function isServed(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

/**
 * Listens on a Unix socket that its owner and group may use.
 *
 * @throws Error if another process listens there
 */
export async function serve(
  parts: SignerParts,
  { socket, ...options }: ServeOptions,
): Promise<Server> {
  if (await isServed(socket)) {
    throw new Error(`another signer listens on ${socket}`);
  }
  await unlink(socket).catch(() => undefined);
  const server = createServer({ requestTimeout: TIMEOUT_MS }, (request, response) => {
    // Fails only if the connection does: the server then retries.
    answer(parts, options, { request, response }).catch(() => response.destroy());
  });
  server.maxConnections = 20;
  const mask = process.umask(0o117);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(socket, resolve);
    });
  } finally {
    process.umask(mask);
  }
  return server;
}
