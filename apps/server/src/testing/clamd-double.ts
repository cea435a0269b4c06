import { createServer, type Server } from "node:net";

/** A test double for a virus scanner (clamd), with the files that it received and its responses. */
export interface ClamdDouble {
  readonly address: string;
  /** The files that were received completely. */
  readonly scanned: readonly Buffer[];
  /**
   * Responses to the next files, in order. If empty, the response depends on the file's content.
   */
  readonly answers: string[];
  close(): Promise<void>;
}

/** A text that the double reports as a virus, as real scanners report the EICAR test file. */
export const TEST_VIRUS = "EICAR-STANDARD-ANTIVIRUS-TEST-FILE";
const COMMAND = Buffer.from("zINSTREAM\0");
const LENGTH_BYTES = 4;

/** Returns the file in an INSTREAM request, or undefined until its empty final chunk arrives. */
function fileOf(request: Buffer): Buffer | undefined {
  if (!request.subarray(0, COMMAND.length).equals(COMMAND)) {
    return undefined;
  }
  const chunks: Buffer[] = [];
  for (let place = COMMAND.length; place + LENGTH_BYTES <= request.length; ) {
    const length = request.readUInt32BE(place);
    if (length === 0) {
      return Buffer.concat(chunks);
    }
    chunks.push(request.subarray(place + LENGTH_BYTES, place + LENGTH_BYTES + length));
    place += LENGTH_BYTES + length;
  }
  return undefined;
}

/** Starts a double that speaks clamd's protocol on a free port, or on a Unix socket at `path`. */
export async function startClamdDouble(path?: string): Promise<ClamdDouble> {
  const scanned: Buffer[] = [];
  const answers: string[] = [];
  const server: Server = createServer((socket) => {
    let request: Buffer = Buffer.alloc(0);
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      request = Buffer.concat([request, Buffer.from(chunk)]);
      const file = fileOf(request);
      if (file !== undefined) {
        scanned.push(file);
        const found = file.includes(TEST_VIRUS) ? "stream: Eicar-Signature FOUND" : "stream: OK";
        const answer = answers.shift() ?? found;
        // For an empty response, nothing is sent, so the caller keeps waiting.
        if (answer !== "") {
          socket.end(`${answer}\0`);
        }
      }
    });
  });
  await new Promise<void>((resolve) => {
    if (path === undefined) {
      server.listen(0, "127.0.0.1", resolve);
    } else {
      server.listen(path, resolve);
    }
  });
  const bound = server.address();
  return {
    address: typeof bound === "object" ? `127.0.0.1:${bound?.port}` : String(bound),
    scanned,
    answers,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
