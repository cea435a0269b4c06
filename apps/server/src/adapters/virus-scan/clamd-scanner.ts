import { connect, type Socket } from "node:net";
import type { ClamdAddress } from "../../platform/config/file-settings.ts";
import { ScanFailedError, type ScanVerdict, type VirusScanner } from "./virus-scanner.ts";

const TIMEOUT_MS = 30_000;
const CHUNK_BYTES = 65_536;
const MAX_ANSWER_BYTES = 4_096;
const LENGTH_BYTES = 4;

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(bytes);
  return length;
}

/** Yields a clamd INSTREAM request: the command, length-prefixed chunks, and an empty chunk. */
function* instream(bytes: Buffer): Generator<Buffer> {
  yield Buffer.from("zINSTREAM\0");
  for (let place = 0; place < bytes.length; place += CHUNK_BYTES) {
    const chunk = bytes.subarray(place, place + CHUNK_BYTES);
    yield lengthOf(chunk.length);
    yield chunk;
  }
  yield lengthOf(0);
}

function verdictOf(answer: string): ScanVerdict {
  const text = answer.replace(/\0[\s\S]*$/, "").trim();
  if (text === "stream: OK") {
    return { kind: "clean" };
  }
  const [, signature] = /^stream: (.{1,200}) FOUND$/.exec(text) ?? [];
  if (signature === undefined) {
    throw new ScanFailedError(`clamd answered ${JSON.stringify(text.slice(0, 200))}`);
  }
  return { kind: "infected", signature };
}

function ask(socket: Socket, bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
      if (answer.includes("\0") || answer.length > MAX_ANSWER_BYTES) {
        resolve(answer);
      }
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", (error) => reject(new ScanFailedError(error.message, error)));
    socket.on("connect", () => {
      for (const part of instream(bytes)) {
        socket.write(part);
      }
    });
  });
}

/** Opens a connection. An address that Node rejects immediately counts as a connection failure. */
function open(address: ClamdAddress): Socket {
  try {
    return connect(address);
  } catch (error) {
    throw new ScanFailedError(error instanceof Error ? error.message : String(error), error);
  }
}

/**
 * Creates a scanner that uses ClamAV's daemon over a Unix socket or TCP, with one connection per
 * file.
 *
 * @param timeoutMs time limit from connecting to the verdict
 */
export function createClamdScanner(
  address: ClamdAddress,
  timeoutMs: number = TIMEOUT_MS,
): VirusScanner {
  return {
    async scan(bytes) {
      const socket = open(address);
      const timer = setTimeout(
        () => socket.destroy(new Error(`no verdict within ${timeoutMs} ms`)),
        timeoutMs,
      );
      try {
        return verdictOf(await ask(socket, bytes));
      } finally {
        clearTimeout(timer);
        socket.destroy();
      }
    },
  };
}
