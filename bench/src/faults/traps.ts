/**
 * The moments of a write at which something can be broken: the server has sent it, but PostgreSQL
 * has not received it; PostgreSQL has just received it; PostgreSQL has answered, but the server has
 * not received the answer; the server has just received the answer.
 */
export const POINTS = ["before write", "write sent", "answer held", "answered"] as const;
export type Point = (typeof POINTS)[number];

/** Runs at a point. At "before write" and "answer held", the message waits until it resolves. */
export type AtPoint = () => Promise<void> | void;

interface Trap {
  readonly point: Point;
  readonly spring: () => Promise<void>;
}

/** Actions that wait for a write to reach a point. */
export class Traps {
  readonly #traps = new Set<Trap>();

  /** Runs the actions that wait for a point. Returns undefined if there are none. */
  reach(point: Point): Promise<void> | undefined {
    const here = [...this.#traps].filter((trap) => trap.point === point);
    for (const trap of here) {
      this.#traps.delete(trap);
    }
    return here.length === 0
      ? undefined
      : Promise.all(here.map(({ spring }) => spring())).then(() => undefined);
  }

  /**
   * Runs `action` once, when the next write reaches a point.
   *
   * @returns whether a write reached it within `withinMs`
   */
  at(point: Point, action: AtPoint, withinMs: number): Promise<boolean> {
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
        this.#traps.delete(trap);
        resolve(false);
      }, withinMs);
      this.#traps.add(trap);
    });
  }

  clear(): void {
    this.#traps.clear();
  }
}
