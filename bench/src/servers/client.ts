import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { v7 as uuidv7 } from "uuid";

const ANSWER_WITHIN_MS = 120_000;
/** How often a call is sent again that a busy server refused before doing anything. */
const BUSY_RETRIES = 100;
const BUSY_PAUSE_MS = 200;

/** A response, read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: checks compare single fields of a response
  readonly body: any;
  readonly durationMs: number;
}

export interface CallOptions {
  readonly body?: unknown;
  readonly token?: string | undefined;
  readonly proof?: string | undefined;
  /** The idempotency key; a new one if absent. */
  readonly key?: string | undefined;
}

let clients = 0;

/**
 * A client with a loopback address of its own, which servers and HAProxy see as its IP address, so
 * that limits by address count each client separately. It keeps connections to every server open.
 */
export class Client {
  readonly address: string;
  readonly #agent: Agent;

  constructor() {
    clients += 1;
    // Each in another network, because some limits count networks.
    this.address = `127.${1 + (clients >> 8)}.${clients & 255}.1`;
    this.#agent = new Agent({ keepAlive: true, timeout: ANSWER_WITHIN_MS });
  }

  /**
   * Makes a call: `call(origin, "POST /api/auth/logout", { token })`.
   *
   * @throws Error if no response arrives
   */
  async call(origin: string, what: string, options: CallOptions = {}): Promise<Answer> {
    const key = options.key ?? uuidv7();
    for (let tries = 0; ; tries += 1) {
      const answer = await this.#send(origin, what, { ...options, key });
      if (answer.body?.code !== "overloaded" || tries === BUSY_RETRIES) {
        return answer;
      }
      await sleep(BUSY_PAUSE_MS);
    }
  }

  #send(origin: string, what: string, options: CallOptions): Promise<Answer> {
    const [method = "GET", path = "/"] = what.split(" ");
    const { body, token, proof, key } = options;
    const content = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(proof !== undefined && { "x-proof": proof }),
      ...(method !== "GET" && { "idempotency-key": key }),
      ...(content !== undefined && {
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(content)),
      }),
    };
    const sentMs = performance.now();
    return new Promise((resolve, reject) => {
      const sent = request(`${origin}${path}`, {
        method,
        headers,
        agent: this.#agent,
        localAddress: this.address,
      });
      sent.once("error", reject);
      sent.once("timeout", () => sent.destroy(new Error(`${what} got no response in time`)));
      sent.once("response", (response) => {
        response
          .setEncoding("utf8")
          .toArray()
          .then((parts) => {
            const text = parts.join("");
            const { statusCode: status = 0, headers: received } = response;
            const isJson = received["content-type"]?.includes("json") === true;
            resolve({
              ...{ status, headers: received, text, durationMs: performance.now() - sentMs },
              body: isJson && text !== "" ? JSON.parse(text) : undefined,
            });
          }, reject);
      });
      sent.end(content);
    });
  }

  /**
   * Sends a request and returns the body of its response.
   *
   * @throws Error unless it succeeds
   */
  async ok(origin: string, what: string, options: CallOptions = {}): Promise<Answer["body"]> {
    const { status, text, body } = await this.call(origin, what, options);
    if (status >= 300) {
      throw new Error(`${what} returned ${status}: ${text.slice(0, 300)}`);
    }
    return body;
  }

  close(): void {
    this.#agent.destroy();
  }
}
