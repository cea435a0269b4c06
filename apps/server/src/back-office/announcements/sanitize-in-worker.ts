import { Worker } from "node:worker_threads";
import type { HtmlFlaw } from "./sanitize-html.ts";

export interface SanitizeRequest {
  readonly place: number;
  readonly html: string;
}

export type SanitizeAnswer = { readonly place: number } & (
  | Sanitized
  /** The sanitizer itself failed. */
  | { readonly failure: string }
);

/** Sanitized HTML, or why it cannot be shown. */
export type Sanitized = { readonly clean: string } | { readonly flaw: HtmlFlaw };

interface Waiting {
  readonly resolve: (answer: Sanitized) => void;
  readonly reject: (error: Error) => void;
}

/** Time after which an idle thread is stopped to free its memory. */
const IDLE_MS = 60_000;

/** A sanitizing thread and the calls that are waiting for it. */
class Cleaner {
  readonly #waiting = new Map<number, Waiting>();
  readonly #thread = new Worker(new URL("./sanitize-worker.ts", import.meta.url));
  readonly #onGone: () => void;
  #asked = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(onGone: () => void) {
    this.#onGone = onGone;
    // The thread must not keep a stopping server alive.
    this.#thread.unref();
    this.#thread.on("message", (answer: SanitizeAnswer) => this.#settle(answer));
    this.#thread.on("error", (error) => this.#fail(error));
    this.#thread.on("exit", () => this.#fail(new Error("The sanitizing thread ended")));
  }

  ask(html: string): Promise<Sanitized> {
    clearTimeout(this.#idle);
    const place = this.#asked;
    this.#asked += 1;
    return new Promise((resolve, reject) => {
      this.#waiting.set(place, { resolve, reject });
      this.#thread.postMessage({ place, html } satisfies SanitizeRequest);
    });
  }

  #settle(answer: SanitizeAnswer): void {
    const asker = this.#waiting.get(answer.place);
    this.#waiting.delete(answer.place);
    if ("failure" in answer) {
      asker?.reject(new Error(answer.failure));
    } else {
      asker?.resolve(answer);
    }
    if (this.#waiting.size === 0) {
      this.#idle = setTimeout(() => {
        this.#onGone();
        void this.#thread.terminate();
      }, IDLE_MS).unref();
    }
  }

  #fail(error: Error): void {
    this.#onGone();
    for (const { reject } of this.#waiting.values()) {
      reject(error);
    }
    this.#waiting.clear();
  }
}

let cleaner: Cleaner | undefined;

/**
 * Sanitizes HTML in a separate thread. Loading a DOM would block the server for too long, and would
 * use memory that a server without announcements does not need.
 */
export function sanitizeApart(html: string): Promise<Sanitized> {
  if (cleaner === undefined) {
    const started: Cleaner = new Cleaner(() => {
      cleaner = cleaner === started ? undefined : cleaner;
    });
    cleaner = started;
  }
  return cleaner.ask(html);
}
