import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";
import { Lane } from "./lane.ts";
import { type AtPoint, type Point, Traps } from "./traps.ts";
import { WriteWatch } from "./wire-messages.ts";

/** What a server sends to PostgreSQL, or what PostgreSQL answers. */
export type Direction = "requests" | "answers";

export const DIRECTIONS: readonly Direction[] = ["requests", "answers"];

type Lanes = Readonly<Record<Direction, Lane>>;

/** A proxy between a server and PostgreSQL that can break its connections. */
export class FaultProxy {
  readonly #target: number;
  readonly #connections = new Set<Lanes>();
  readonly #traps = new Traps();
  readonly #delays: Record<Direction, number> = { requests: 0, answers: 0 };
  readonly #frozen: Record<Direction, boolean> = { requests: false, answers: false };
  readonly #server = createServer((client) => this.#accept(client));

  private constructor(target: number) {
    this.#target = target;
  }

  /** Opens a proxy to PostgreSQL on a local port. */
  static async open(target: number): Promise<FaultProxy> {
    const proxy = new FaultProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Delays everything in one direction, in the order in which it was sent; 0 ends the delay. */
  slow(direction: Direction, delayMs: number): void {
    this.#delays[direction] = delayMs;
    for (const lanes of this.#connections) {
      lanes[direction].delayMs = delayMs;
    }
  }

  /** Delivers nothing in one direction, and closes nothing, until {@link thaw}. */
  freeze(direction: Direction): void {
    this.#frozen[direction] = true;
    for (const lanes of this.#connections) {
      lanes[direction].isFrozen = true;
    }
  }

  /** Delivers everything that was kept back. */
  thaw(): void {
    for (const direction of DIRECTIONS) {
      this.#frozen[direction] = false;
      for (const lanes of this.#connections) {
        lanes[direction].isFrozen = false;
        lanes[direction].pump();
      }
    }
  }

  /** Closes all connections, and discards everything that was kept back. */
  cut(): void {
    for (const direction of DIRECTIONS) {
      this.#frozen[direction] = false;
      for (const lanes of this.#connections) {
        lanes[direction].stop();
      }
    }
    this.#connections.clear();
  }

  /**
   * Runs `action` once, when the next write reaches a point.
   *
   * @returns whether a write reached it within `withinMs`
   */
  at(point: Point, action: AtPoint, withinMs: number): Promise<boolean> {
    return this.#traps.at(point, action, withinMs);
  }

  close(): Promise<void> {
    this.#traps.clear();
    this.cut();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #accept(client: Socket): void {
    const database = connect(this.#target, "127.0.0.1");
    const lanes = { requests: new Lane(database), answers: new Lane(client) };
    const watch = new WriteWatch();
    this.#connections.add(lanes);
    for (const direction of DIRECTIONS) {
      lanes[direction].delayMs = this.#delays[direction];
      lanes[direction].isFrozen = this.#frozen[direction];
    }
    for (const socket of [client, database]) {
      socket.setNoDelay(true);
      socket.on("error", () => undefined);
    }
    client.on("data", (chunk: Buffer) => {
      const isWrite = watch.sent(chunk);
      this.#pass(lanes.requests, chunk, isWrite ? ["before write", "write sent"] : undefined);
    });
    database.on("data", (chunk: Buffer) => {
      const isAnswer = watch.received(chunk);
      this.#pass(lanes.answers, chunk, isAnswer ? ["answer held", "answered"] : undefined);
    });
    const forget = () => client.destroyed && database.destroyed && this.#connections.delete(lanes);
    client.on("close", () => {
      lanes.requests.end();
      forget();
    });
    // While answers are frozen, a server does not notice that PostgreSQL is gone either.
    database.on("close", () => {
      lanes.answers.end();
      forget();
    });
  }

  #pass(lane: Lane, chunk: Buffer, points?: readonly [Point, Point]): void {
    const before = points && this.#traps.reach(points[0]);
    if (before !== undefined) {
      void lane.hold(before);
    }
    lane.push(chunk);
    if (points !== undefined) {
      void this.#traps.reach(points[1]);
    }
  }
}
