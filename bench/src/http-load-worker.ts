import { connect, type Socket } from "node:net";
import type { HttpLoad, HttpResult } from "./http-load.ts";
import { fillIn, type ReadyFollowUp, type ReadyRequest, readyOf } from "./request-chain.ts";
import { percentile } from "./statistics.ts";

process.once("message", (load) => {
  void run(load as HttpLoad).then((result) => {
    process.send?.(result, () => {
      process.exit(0);
    });
  });
});

/** Maximum wait for a response, in milliseconds, before its connection counts as failed. */
const ANSWER_TIMEOUT_MS = 10_000;
const END_OF_HEAD = Buffer.from("\r\n\r\n");
const CONTENT_LENGTH = /\r\ncontent-length: (\d+)/i;

/**
 * Sends prepared requests over plain keep-alive connections, one at a time per connection. The
 * worker shares the machine with the server that it measures, so it only writes prepared bytes and
 * reads the status and length of each response.
 */
async function run(load: HttpLoad): Promise<HttpResult> {
  const { hostname, port } = new URL(load.url);
  const requests = load.requests.map((request) => readyOf(request, `${hostname}:${port}`));
  const list = new RequestList(requests, load.repeat);
  const started = performance.now();
  const tally: Tally = { latenciesMs: [], failed: 0, endsAt: started + load.seconds * 1_000 };
  const { perSecond } = load;
  const dueAt = (sent: number) =>
    perSecond === undefined ? 0 : started + (sent * 1_000) / perSecond;
  await Promise.all(
    Array.from({ length: load.connections }, () =>
      drive(hostname, Number(port), list, tally, dueAt),
    ),
  );
  const seconds = (performance.now() - started) / 1_000;
  const sorted = tally.latenciesMs.sort((a, b) => a - b);
  return {
    requestsPerSecond: sorted.length / seconds,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    sent: list.sent,
    failed: tally.failed,
  };
}

/** Hands out each request once, or repeats the list. */
class RequestList {
  readonly #requests: readonly ReadyRequest[];
  readonly #repeat: boolean;
  sent = 0;

  constructor(requests: readonly ReadyRequest[], repeat: boolean) {
    this.#requests = requests;
    this.#repeat = repeat;
  }

  next(): ReadyRequest | undefined {
    const { length } = this.#requests;
    const request = this.#requests[this.#repeat ? this.sent % length : this.sent];
    if (request !== undefined) {
      this.sent += 1;
    }
    return request;
  }
}

interface Tally {
  /** Latencies of 2xx responses. */
  readonly latenciesMs: number[];
  /** Number of other responses plus requests whose connection broke or got no response. */
  failed: number;
  readonly endsAt: number;
}

/**
 * Drives one connection: sends a request, reads its response, and continues until the time is up or
 * the list ends.
 */
function drive(
  host: string,
  port: number,
  list: RequestList,
  tally: Tally,
  dueAt: (sent: number) => number,
): Promise<void> {
  return new Promise((resolve) => {
    const reader = new AnswerReader();
    // One buffer for all responses, because reading from the stream costs more than parsing.
    const onread = { buffer: Buffer.alloc(64 * 1_024), callback: read };
    const socket = connect({ host, port, noDelay: true, onread });
    let sentAt = 0;
    let isWaiting = false;
    let rest: readonly ReadyFollowUp[] = [];

    function send(): void {
      const now = performance.now();
      const due = dueAt(list.sent);
      const request = Math.max(now, due) < tally.endsAt ? list.next() : undefined;
      if (request === undefined) {
        socket.destroy();
        return;
      }
      if (due <= now) {
        write(request, due === 0 ? now : due);
      } else {
        setTimeout(write, due - now, request, due);
      }
    }

    /**
     * @param from when the request was due, so that the time spent waiting for a slow server is
     * counted
     */
    function write(request: ReadyRequest, from: number): void {
      sentAt = from;
      isWaiting = true;
      continueWith(request.bytes, request.followUps);
    }

    function continueWith(bytes: Buffer, followUps: readonly ReadyFollowUp[]): void {
      rest = followUps;
      reader.keepsBody = rest.length > 0;
      socket.write(bytes);
    }

    function read(length: number, buffer: Uint8Array): boolean {
      const status = reader.take(Buffer.from(buffer.buffer, buffer.byteOffset, length));
      const [next] = rest;
      if (status !== undefined && status < 300 && next !== undefined) {
        fillIn(rest, reader.body);
        continueWith(next.bytes, rest.slice(1));
      } else if (status !== undefined) {
        isWaiting = false;
        count(tally, status, performance.now() - sentAt);
        send();
      }
      return true;
    }

    socket.on("connect", send);
    failWhenSilent(socket);
    socket.on("close", () => {
      tally.failed += isWaiting ? 1 : 0;
      resolve();
    });
  });
}

function count(tally: Tally, status: number, latencyMs: number): void {
  if (status >= 200 && status < 300) {
    tally.latenciesMs.push(latencyMs);
  } else {
    tally.failed += 1;
  }
}

function failWhenSilent(socket: Socket): void {
  socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket.destroy());
  // An error shows up as a connection that closed before its response arrived.
  socket.on("error", () => undefined);
}

/** Finds the end of a response whose length is known. */
class AnswerReader {
  /** Whether to keep the {@link body}: copying it takes time, and few requests need it. */
  keepsBody = false;
  /** The last response's body, if it is kept. */
  body: Buffer = Buffer.alloc(0);
  #head: Buffer | undefined;
  #status = 0;
  #left = 0;

  /** @returns the status when the response is complete; undefined before that */
  take(chunk: Buffer): number | undefined {
    if (this.#left > 0) {
      this.#left -= chunk.length;
      if (this.keepsBody) {
        this.body = Buffer.concat([this.body, chunk]);
      }
      return this.#whole();
    }
    const bytes = this.#head === undefined ? chunk : Buffer.concat([this.#head, chunk]);
    const end = bytes.indexOf(END_OF_HEAD);
    if (end < 0) {
      // Copied, because the next read reuses the chunk's memory.
      this.#head = Buffer.from(bytes);
      return undefined;
    }
    this.#head = undefined;
    const head = bytes.toString("latin1", 0, end);
    this.#status = Number(head.slice(9, 12));
    const length = CONTENT_LENGTH.exec(head)?.[1];
    if (length === undefined) {
      throw new Error("a response has no length");
    }
    const body = bytes.subarray(end + END_OF_HEAD.length);
    this.#left = Number(length) - body.length;
    if (this.keepsBody) {
      this.body = Buffer.from(body);
    }
    return this.#whole();
  }

  #whole(): number | undefined {
    if (this.#left < 0) {
      throw new Error("a response is longer than it said");
    }
    return this.#left === 0 ? this.#status : undefined;
  }
}
