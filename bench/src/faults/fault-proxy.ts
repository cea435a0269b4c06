import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";
import { WriteWatch } from "./wire-messages.ts";

/** What a server sends to PostgreSQL, or what PostgreSQL answers. */
export type Direction = "requests" | "answers";

export const DIRECTIONS: readonly Direction[] = ["requests", "answers"];

/**
 * The moments of a write at which something can be broken: the server has sent it, but PostgreSQL
 * has not received it; PostgreSQL has just received it; PostgreSQL has answered, but the server has
 * not received the answer; the server has just received the answer.
 */
export const POINTS = ["before write", "write sent", "answer held", "answered"] as const;
export type Point = (typeof POINTS)[number];

/** Runs at a point. At "before write" and "answer held", the message waits until it resolves. */
export type AtPoint = () => Promise<void> | void;

/** A proxy between a server and PostgreSQL that can break its connections. */
export interface FaultProxy {
  readonly port: number;
  /** Delays everything in one direction, in the order in which it was sent; 0 ends the delay. */
  slow(direction: Direction, delayMs: number): void;
  /** Delivers nothing in one direction, and closes nothing, until {@link thaw}. */
  freeze(direction: Direction): void;
  /** Delivers everything that was kept back. */
  thaw(): void;
  /** Closes all connections, and discards everything that was kept back. */
  cut(): void;
  /**
   * Runs `action` once, when the next write reaches a point.
   *
   * @returns whether a write reached it within `withinMs`
   */
  at(point: Point, action: AtPoint, withinMs: number): Promise<boolean>;
  close(): Promise<void>;
}

interface Trap {
  readonly point: Point;
  readonly spring: () => Promise<void>;
}

/** One direction of a connection. */
class Lane {
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

type Lanes = Readonly<Record<Direction, Lane>>;

/** Opens a proxy to PostgreSQL on a local `port`. */
export async function openFaultProxy(port: number): Promise<FaultProxy> {
  const connections = new Set<Lanes>();
  const traps = new Set<Trap>();
  const delays: Record<Direction, number> = { requests: 0, answers: 0 };
  const frozen: Record<Direction, boolean> = { requests: false, answers: false };

  /** Springs the traps at a point; resolves when their actions have ended. */
  function reach(point: Point): Promise<void> | undefined {
    const here = [...traps].filter((trap) => trap.point === point);
    for (const trap of here) {
      traps.delete(trap);
    }
    return here.length === 0
      ? undefined
      : Promise.all(here.map(({ spring }) => spring())).then(() => undefined);
  }

  function pass(lane: Lane, chunk: Buffer, points?: readonly [Point, Point]) {
    const before = points && reach(points[0]);
    if (before !== undefined) {
      void lane.hold(before);
    }
    lane.push(chunk);
    if (points !== undefined) {
      void reach(points[1]);
    }
  }

  const server = createServer((client) => {
    const database = connect(port, "127.0.0.1");
    const lanes = { requests: new Lane(database), answers: new Lane(client) };
    const watch = new WriteWatch();
    connections.add(lanes);
    for (const direction of DIRECTIONS) {
      lanes[direction].delayMs = delays[direction];
      lanes[direction].isFrozen = frozen[direction];
    }
    for (const socket of [client, database]) {
      socket.setNoDelay(true);
      socket.on("error", () => undefined);
    }
    client.on("data", (chunk: Buffer) => {
      const isWrite = watch.sent(chunk);
      pass(lanes.requests, chunk, isWrite ? ["before write", "write sent"] : undefined);
    });
    database.on("data", (chunk: Buffer) => {
      const isAnswer = watch.received(chunk);
      pass(lanes.answers, chunk, isAnswer ? ["answer held", "answered"] : undefined);
    });
    const forget = () => client.destroyed && database.destroyed && connections.delete(lanes);
    client.on("close", () => {
      lanes.requests.end();
      forget();
    });
    // While answers are frozen, a server does not notice that PostgreSQL is gone either.
    database.on("close", () => {
      lanes.answers.end();
      forget();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  function cut(): void {
    Object.assign(frozen, { requests: false, answers: false });
    for (const lanes of connections) {
      lanes.requests.stop();
      lanes.answers.stop();
    }
    connections.clear();
  }

  return {
    port: (server.address() as AddressInfo).port,
    slow(direction, delayMs) {
      delays[direction] = delayMs;
      for (const lanes of connections) {
        lanes[direction].delayMs = delayMs;
      }
    },
    freeze(direction) {
      frozen[direction] = true;
      for (const lanes of connections) {
        lanes[direction].isFrozen = true;
      }
    },
    thaw() {
      Object.assign(frozen, { requests: false, answers: false });
      for (const lanes of connections) {
        for (const direction of DIRECTIONS) {
          lanes[direction].isFrozen = false;
          lanes[direction].pump();
        }
      }
    },
    cut,
    at(point, action, withinMs) {
      return new Promise((resolve, reject) => {
        const trap: Trap = {
          point,
          async spring() {
            clearTimeout(late);
            try {
              await action();
              resolve(true);
            } catch (error) {
              reject(error);
            }
          },
        };
        const late = setTimeout(() => {
          traps.delete(trap);
          resolve(false);
        }, withinMs);
        traps.add(trap);
      });
    },
    close: () =>
      new Promise((resolve) => {
        traps.clear();
        cut();
        server.close(() => resolve());
      }),
  };
}
