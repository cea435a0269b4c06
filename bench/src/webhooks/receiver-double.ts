import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { networkInterfaces } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../chain/random.ts";

/** An event as a receiver got it. */
export interface ReceivedEvent {
  readonly endpoint: string;
  readonly id: string;
  readonly headerId: string;
  readonly sequence: number;
  readonly block: number;
  readonly object: string;
  readonly isSigned: boolean;
}

/** Servers of customers, which fail in every way, and traps that nothing may reach. */
export interface ReceiverDouble {
  readonly port: number;
  readonly events: readonly ReceivedEvent[];
  /** What reached an address that is not public, or a redirect's target. */
  readonly trapped: readonly string[];
  /** A private address of this machine, at which a trap listens; undefined if it has none. */
  readonly trapAddress: string | undefined;
  secrets: Map<string, string>;
  /** How probable it is that a message is not answered as it should be, from 0 to 1. */
  faults: number;
  readonly counts: Readonly<Record<string, number>>;
  close(): void;
}

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) {
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

/** Checks a signature of Standard Webhooks, by its specification. */
function isSignedBy(secret: string, request: IncomingMessage, text: string): boolean {
  const header = (name: string) => String(request.headers[name] ?? "");
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signed = `${header("webhook-id")}.${header("webhook-timestamp")}.${text}`;
  const expected = createHmac("sha256", key).update(signed).digest();
  return header("webhook-signature")
    .split(" ")
    .some((one) => {
      const [version, value = ""] = one.split(",");
      const given = Buffer.from(value, "base64");
      return (
        version === "v1" && given.length === expected.length && timingSafeEqual(given, expected)
      );
    });
}

function privateAddress(): string | undefined {
  return Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .find(
      ({ family, address }) =>
        family === "IPv4" && /^(?:10\.|172\.(?:1[6-9]|2\d|3[01])\.|192\.168\.)/.test(address),
    )?.address;
}

type Fault = (response: ServerResponse, trap: string) => Promise<void> | void;

const SLOW_MS = 800;
const FAULTS: Readonly<Record<string, Fault>> = {
  drops: (response) => void response.destroy(),
  "answers 500": (response) => void response.writeHead(500).end(),
  "answers 429": (response) => void response.writeHead(429, { "retry-after": "1" }).end(),
  redirects: (response, trap) => void response.writeHead(302, { location: trap }).end(),
  "accepts late": async (response) => {
    await sleep(SLOW_MS);
    response.end();
  },
  "accepts at length": (response) => void response.end("x".repeat(200_000)),
  "drops after accepting": (response) => {
    response.writeHead(200, { "content-length": "10" });
    response.write("x");
    response.destroy();
  },
};

async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => unknown,
  host: string,
  port = 0,
): Promise<{ readonly port: number; close(): void }> {
  const server = createServer((request, response) => void handle(request, response));
  server.listen(port, host);
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" ? (address?.port ?? 0) : 0,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Opens the receivers. The path of a message names its endpoint. */
export async function openReceivers(random: Random): Promise<ReceiverDouble> {
  const events: ReceivedEvent[] = [];
  const trapped: string[] = [];
  const counts: Record<string, number> = {};
  const trap = await listen((request, response) => {
    trapped.push(`a redirect was followed to ${request.url}`);
    response.end();
  }, "127.0.0.1");
  const receiver = await listen(async (request, response) => {
    const text = await read(request);
    const body = JSON.parse(text);
    if (body.type === "webhook.challenge") {
      response.end(body.challenge);
      return;
    }
    const endpoint = (request.url ?? "").slice(1);
    events.push({
      ...{ endpoint, id: body.id, sequence: body.sequence, block: body.block },
      headerId: String(request.headers["webhook-id"]),
      object: String(body.object.id).replace(/^[a-z]+_/, ""),
      isSigned: isSignedBy(double.secrets.get(endpoint) ?? "", request, text),
    });
    const name = random.isLess(double.faults) ? random.pick(Object.keys(FAULTS)) : undefined;
    counts[name ?? "accepts"] = (counts[name ?? "accepts"] ?? 0) + 1;
    const fault = FAULTS[name ?? ""];
    if (fault === undefined) {
      response.end();
    } else {
      await fault(response, `http://127.0.0.1:${trap.port}/followed`);
    }
  }, "127.0.0.1");
  const trapAddress = privateAddress();
  const privateTrap =
    trapAddress === undefined
      ? undefined
      : await listen(
          (request, response) => {
            trapped.push(`${request.headers.host} reached ${trapAddress}`);
            response.end();
          },
          trapAddress,
          receiver.port,
        );
  const double: ReceiverDouble = {
    ...{ port: receiver.port, events, trapped, trapAddress, counts },
    secrets: new Map(),
    faults: 0,
    close() {
      for (const one of [receiver, trap, privateTrap]) {
        one?.close();
      }
    },
  };
  return double;
}
