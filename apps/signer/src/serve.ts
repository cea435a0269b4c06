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
  signedRequest,
  signRequest,
  statusRequest,
  writeMessage,
} from "@tessera/payout-signing";
import { readSigned, readStatus } from "./read-record.ts";
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

/** What is answered to a request of the server: a text, or an error's status. */
type Given = { readonly text: string } | { readonly status: number };

/** Answers a request for a signature. Returns undefined if what is on disk is unknown. */
function answerSign(
  parts: SignerParts,
  { log, onFailure }: Pick<ServeOptions, "log" | "onFailure">,
  body: unknown,
): Given | undefined {
  const read = signRequest.safeParse(body);
  if (!read.success) {
    log("a request was not understood");
    return { status: 400 };
  }
  const { instruction, fees } = read.data;
  const given = signOr(onFailure, parts, read.data);
  if (given === undefined) {
    return undefined;
  }
  log(given.result === "refused" ? given.reason : given.result, {
    instruction: instruction.id,
    chainId: instruction.chainId,
    nonce: fees.nonce,
  });
  return { text: writeMessage(given) };
}

/** Answers a question about the record and the ceilings, which signs nothing. */
function answerQuestion(
  parts: SignerParts,
  { log }: Pick<ServeOptions, "log">,
  body: unknown,
): Given {
  if (statusRequest.safeParse(body).success) {
    return { text: writeMessage(readStatus(parts)) };
  }
  const asked = signedRequest.safeParse(body);
  if (asked.success) {
    return { text: writeMessage(readSigned(parts, asked.data.id)) };
  }
  log("a request was not understood");
  return { status: 400 };
}

const ANSWERS = new Map<string | undefined, typeof answerSign>([
  ["/sign", answerSign],
  ["/question", answerQuestion],
]);

/** Answers one request. A request without the server's MAC learns nothing. */
async function answer(
  parts: SignerParts,
  options: Pick<ServeOptions, "log" | "onFailure">,
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
): Promise<void> {
  const answerOf = ANSWERS.get(request.url);
  if (request.method !== "POST" || answerOf === undefined) {
    end(response, 404);
    return;
  }
  const body = await bodyOf(request);
  if (body === undefined) {
    end(response, 413);
    return;
  }
  if (!isMac(request.headers[MAC_HEADER], requestMac(parts.keys, body))) {
    options.log("a request was not from the server");
    end(response, 401);
    return;
  }
  const given = answerOf(parts, options, jsonOf(body));
  if (given === undefined) {
    response.destroy();
    return;
  }
  if ("status" in given) {
    end(response, given.status);
    return;
  }
  response
    .writeHead(200, {
      "content-type": "application/json",
      [MAC_HEADER]: answerMac(parts.keys, body, given.text),
    })
    .end(given.text);
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
