import { createInterface } from "node:readline";

// The Model Context Protocol over standard input and output, for clients that start programs. Each
// line goes to `/mcp` of a server with the key from the environment. The key is no argument,
// because other users of the machine see the arguments of its programs.

const TIMEOUT_MS = 120_000;
/** The code of JSON-RPC for errors that the protocol does not define. */
const SERVER_ERROR = -32_000;

interface Message {
  readonly id?: string | number;
  readonly method?: string;
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const key = process.env.TESSERA_API_KEY ?? fail("Set TESSERA_API_KEY to an API key.");
const url = URL.parse("/mcp", process.env.TESSERA_URL ?? "http://127.0.0.1:4300");
if (url === null) {
  fail("TESSERA_URL is no address.");
}
if (url.protocol !== "https:" && !["127.0.0.1", "localhost", "[::1]"].includes(url.hostname)) {
  fail("TESSERA_URL has to begin with https: the key would be sent unencrypted.");
}
const address: URL = url;

/** The version of the protocol that the server chose; undefined before that. */
let version: string | undefined;

function send(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

/** Returns a line as a message. A line that is none goes to the server all the same. */
function messageOf(line: string): Message {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

async function request(line: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(address, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(version !== undefined && { "mcp-protocol-version": version }),
    },
    body: line,
    // A redirect could send the key elsewhere.
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? {} : JSON.parse(text) };
}

/** Sends a line to the server, and writes the answer. A request always gets an answer. */
async function forward(line: string): Promise<void> {
  const { id, method } = messageOf(line);
  const refuse = (message: string) => {
    process.stderr.write(`${message}\n`);
    if (id !== undefined) {
      send({ jsonrpc: "2.0", id, error: { code: SERVER_ERROR, message } });
    }
  };
  try {
    const { status, body } = await request(line);
    if (body.jsonrpc === "2.0") {
      const { result } = body;
      if (method === "initialize" && typeof result === "object" && result !== null) {
        version = "protocolVersion" in result ? String(result.protocolVersion) : undefined;
      }
      send(body);
    } else if (status >= 400) {
      refuse(`Tessera refused the request (${status} ${body.code}): ${body.message}`);
    }
  } catch (error) {
    refuse(`Tessera can’t be reached: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const underWay = new Set<Promise<void>>();
for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() !== "") {
    const forwarding = forward(line).finally(() => underWay.delete(forwarding));
    underWay.add(forwarding);
  }
}
await Promise.all(underWay);
