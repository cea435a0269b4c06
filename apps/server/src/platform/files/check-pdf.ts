import { Worker } from "node:worker_threads";
import { Refusal } from "../http/refusal.ts";
import type { PdfFinding } from "./pdf-walk.ts";

/**
 * Maximum time to read a PDF, in milliseconds. An ordinary document takes a fraction of a second.
 */
const TIMEOUT_MS = 10_000;
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 2 };
/** Maximum number of concurrent threads. Each file may use the full amount of memory above. */
const MAX_AT_ONCE = 2;
/** Maximum number of files waiting for a thread. Further senders have to retry. */
const MAX_WAITING = 32;
const RETRY_SECONDS = 5;

let running = 0;
const waiting: (() => void)[] = [];

async function takeTurn(): Promise<void> {
  if (running < MAX_AT_ONCE) {
    running += 1;
    return;
  }
  if (waiting.length >= MAX_WAITING) {
    throw new Refusal("overloaded", { retryAfterSeconds: RETRY_SECONDS });
  }
  await new Promise<void>((resolve) => waiting.push(resolve));
}

/** Passes the slot to the next waiting file, or frees it if no file is waiting. */
function endTurn(): void {
  const next = waiting.shift();
  if (next === undefined) {
    running -= 1;
  } else {
    next();
  }
}

/** Reads a PDF in a separate thread, which is terminated if it takes too much time or memory. */
function findApart(bytes: Uint8Array, timeoutMs: number): Promise<PdfFinding> {
  return new Promise((resolve) => {
    const thread = new Worker(new URL("./pdf-worker.ts", import.meta.url), {
      workerData: Uint8Array.from(bytes),
      resourceLimits: MEMORY,
      // Keeps the library's messages about broken files out of the log.
      stdout: true,
      stderr: true,
    });
    thread.unref();
    const settle = (finding: PdfFinding) => {
      clearTimeout(timer);
      resolve(finding);
      void thread.terminate();
    };
    const timer = setTimeout(
      () => settle({ kind: "active", what: "so much that reading it takes too long" }),
      timeoutMs,
    );
    thread.on("message", (finding: PdfFinding) => settle(finding));
    thread.on("error", (error) => settle({ kind: "unreadable", why: String(error) }));
    thread.on("exit", () => settle({ kind: "unreadable", why: "the reading thread ended" }));
  });
}

/**
 * Rejects a PDF that contains anything but pages (such as a script, a form, another file, or a
 * password), or that cannot be read to its end.
 *
 * @param timeoutMs maximum time to read the file
 * @throws Refusal `file_unsafe`, `file_damaged`, or `overloaded` if too many files are waiting
 */
export async function checkPdf(bytes: Uint8Array, timeoutMs: number = TIMEOUT_MS): Promise<void> {
  await takeTurn();
  try {
    const finding = await findApart(bytes, timeoutMs);
    if (finding.kind === "active") {
      throw new Refusal("file_unsafe", { internal: `a PDF with ${finding.what}` });
    }
    if (finding.kind === "unreadable") {
      throw new Refusal("file_damaged", { internal: `an unreadable PDF: ${finding.why}` });
    }
  } finally {
    endTurn();
  }
}
