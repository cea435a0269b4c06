import type { Socket } from "node:net";

/** One direction of a connection. */
export class Lane {
  readonly #to: Socket;
  readonly #queue: { readonly chunk: Buffer; readonly due: number }[] = [];
  #timer: NodeJS.Timeout | undefined;
  #holds = 0;
  #isEnding = false;
  isFrozen = false;
  delayMs = 0;

  constructor(to: Socket) {
    this.#to = to;
  }

  push(chunk: Buffer): void {
    this.#queue.push({ chunk, due: performance.now() + this.delayMs });
    this.pump();
  }

  /** Closes the other side, once everything kept back has been delivered. */
  end(): void {
    this.#isEnding = true;
    this.pump();
  }

  /** Delivers nothing until the work is done. */
  async hold(work: Promise<void>): Promise<void> {
    this.#holds += 1;
    await work.catch(() => undefined);
    this.#holds -= 1;
    this.pump();
  }

  pump(): void {
    clearTimeout(this.#timer);
    if (this.isFrozen || this.#holds > 0) {
      return;
    }
    for (let [next] = this.#queue; next !== undefined; [next] = this.#queue) {
      const waitMs = next.due - performance.now();
      if (waitMs > 0) {
        this.#timer = setTimeout(() => this.pump(), waitMs);
        return;
      }
      this.#queue.shift();
      if (!this.#to.destroyed) {
        this.#to.write(next.chunk);
      }
    }
    if (this.#isEnding) {
      this.#to.destroy();
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#queue.length = 0;
    this.isFrozen = false;
    this.#to.destroy();
  }
}
