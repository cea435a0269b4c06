import type { Db } from "./db.ts";
import {
  type CustomerEvent,
  eventBounds,
  eventsAfter,
  insertEvent,
  relayMovedCards,
  relayOutbox,
} from "./events.repository.ts";
import type { Logger } from "./logger.ts";

/** One open screen. */
export interface EventListener {
  readonly customerId: string;
  onEvent(event: CustomerEvent): void;
}

/** Tells open screens what changed. Movements bring their own events; the rest is published. */
export interface Events {
  /** To be called after commit. A failure is logged, never thrown: screens ask again anyway. */
  publish(
    customerId: string,
    topic: string,
    body: Readonly<Record<string, unknown>>,
  ): Promise<void>;
  /** Tells a listener every event from now on; answers how to stop. */
  listen(listener: EventListener): () => void;
  /** What a customer missed since an event, or undefined where that is no longer known. */
  missedSince(customerId: string, lastId: bigint): Promise<readonly CustomerEvent[] | undefined>;
  /** The newest id, where a stream without a past begins. */
  newestId(): Promise<bigint>;
  /** One round: takes what the ledger did and tells listeners. Called by a loop. */
  pump(): Promise<void>;
}

const BATCH = 500;

/** The open screens of this process, by customer. */
class Listeners {
  readonly #byCustomer = new Map<string, Set<EventListener>>();

  get isEmpty(): boolean {
    return this.#byCustomer.size === 0;
  }

  /** @returns how to stop listening */
  add(listener: EventListener): () => void {
    const { customerId } = listener;
    const others = this.#byCustomer.get(customerId) ?? new Set();
    this.#byCustomer.set(customerId, others.add(listener));
    return () => {
      others.delete(listener);
      if (others.size === 0 && this.#byCustomer.get(customerId) === others) {
        this.#byCustomer.delete(customerId);
      }
    };
  }

  tell(event: CustomerEvent): void {
    for (const listener of this.#byCustomer.get(event.customerId) ?? []) {
      listener.onEvent(event);
    }
  }
}

export function createEvents(db: Db, log: Logger): Events {
  const listeners = new Listeners();
  let seen: bigint | undefined;

  /** Where events stand; the first to ask decides from where on listeners are told. */
  async function bounds(): Promise<{ newest: bigint; oldest: bigint }> {
    const found = await eventBounds(db);
    seen ??= found.newest;
    return found;
  }

  async function tail(): Promise<void> {
    if (listeners.isEmpty) {
      seen = undefined;
      return;
    }
    if (seen === undefined) {
      await bounds();
    }
    for (;;) {
      const events = await eventsAfter(db, seen ?? 0n, null, BATCH);
      for (const event of events) {
        listeners.tell(event);
        seen = event.id;
      }
      if (events.length < BATCH) {
        return;
      }
    }
  }

  return {
    async publish(customerId, topic, body) {
      try {
        await insertEvent(db, customerId, topic, body);
      } catch (error) {
        log.warn({ err: error, topic }, "an event was not published");
      }
    },
    listen: (listener) => listeners.add(listener),
    async missedSince(customerId, lastId) {
      const { newest, oldest } = await bounds();
      if (lastId > newest || lastId + 1n < oldest) {
        return undefined;
      }
      const missed = await eventsAfter(db, lastId, customerId, BATCH + 1);
      return missed.length > BATCH ? undefined : missed;
    },
    newestId: async () => (await bounds()).newest,
    async pump() {
      while (await relayMovedCards(db)) {
        // More is waiting.
      }
      while ((await relayOutbox(db, BATCH)) === BATCH) {
        // More is waiting.
      }
      await tail();
    },
  };
}
