import { randomUUID } from "node:crypto";
import type { Role } from "@tessera/contract/identity/accounts.schemas";
import type { Db } from "../database/db.ts";
import type { Logger } from "../telemetry/logger.ts";
import {
  announceListeners,
  type CustomerEvent,
  eventBounds,
  eventsAfter,
  insertEvent,
  isHeardElsewhere,
  relayMovedCards,
  relayOutbox,
} from "./events.repository.ts";

/** The roles of people who work for the program. */
export type OperatorRole = Exclude<Role, "customer">;

/**
 * The event address of each role. Everyone with the role listens at this address, which no customer
 * or person shares.
 */
const ADDRESS_OF_ROLE: Readonly<Record<OperatorRole, string>> = {
  support: "00000000-0000-8000-8000-000000000001",
  reviewer: "00000000-0000-8000-8000-000000000002",
  administrator: "00000000-0000-8000-8000-000000000003",
  auditor: "00000000-0000-8000-8000-000000000004",
};

/** A recipient of events: their own events, and those for their role. */
export interface Hearer {
  /** The customer's id or, for an operator, their user id. */
  readonly customerId: string;
  readonly role?: Role;
}

function addressesOf({ customerId, role }: Hearer): readonly string[] {
  return role === undefined || role === "customer"
    ? [customerId]
    : [customerId, ADDRESS_OF_ROLE[role]];
}

function addressesOfRoles(roles: readonly OperatorRole[]): readonly string[] {
  return roles.map((role) => ADDRESS_OF_ROLE[role]);
}

/** An open screen. */
export interface EventListener extends Hearer {
  onEvent(event: CustomerEvent): void;
}

/**
 * Notifies open screens of changes. Movements create their own events; all other changes must be
 * published.
 */
export interface Events {
  /**
   * Publishes an event. Call this after the commit. Failures are logged, never thrown, since
   * screens also poll.
   */
  publish(
    customerId: string,
    topic: string,
    body: Readonly<Record<string, unknown>>,
  ): Promise<void>;
  /** Publishes the same event to everyone who has one of the roles. */
  publishToRoles(
    roles: readonly OperatorRole[],
    topic: string,
    body: Readonly<Record<string, unknown>>,
  ): Promise<void>;
  /**
   * Returns whether a customer has a screen open, in this process or (as of a few seconds ago) in
   * another one.
   */
  isHeard(customerId: string): Promise<boolean>;
  /** Announces this process's listeners to the other processes. Called periodically. */
  announce(): Promise<void>;
  /** Passes every event from now on to a listener. Returns a function that stops the listener. */
  listen(listener: EventListener): () => void;
  /**
   * Returns the events that a user has missed since event `lastId`, or undefined if they are no
   * longer stored.
   */
  missedSince(hearer: Hearer, lastId: bigint): Promise<readonly CustomerEvent[] | undefined>;
  /** Returns the newest event id, which is where a stream without `Last-Event-ID` begins. */
  newestId(): Promise<bigint>;
  /** Relays the ledger's latest changes to listeners. Called periodically. */
  pump(): Promise<void>;
}

const BATCH = 500;

/** The screens that are open in this process, by the address at which they listen. */
class Listeners {
  readonly #byAddress = new Map<string, Set<EventListener>>();

  get isEmpty(): boolean {
    return this.#byAddress.size === 0;
  }

  get addresses(): readonly string[] {
    return [...this.#byAddress.keys()];
  }

  has(address: string): boolean {
    return this.#byAddress.has(address);
  }

  /** @returns a function that stops listening */
  add(listener: EventListener): () => void {
    const leave = addressesOf(listener).map((address) => this.#addAt(address, listener));
    return () => {
      for (const one of leave) {
        one();
      }
    };
  }

  #addAt(address: string, listener: EventListener): () => void {
    const others = this.#byAddress.get(address) ?? new Set();
    this.#byAddress.set(address, others.add(listener));
    return () => {
      others.delete(listener);
      if (others.size === 0 && this.#byAddress.get(address) === others) {
        this.#byAddress.delete(address);
      }
    };
  }

  tell(event: CustomerEvent): void {
    for (const listener of this.#byAddress.get(event.customerId) ?? []) {
      listener.onEvent(event);
    }
  }
}

/** Publishes an event. Failures are logged, since screens also poll. */
function publisher(db: Db, log: Logger) {
  return async (
    addresses: readonly string[],
    topic: string,
    body: Readonly<Record<string, unknown>>,
  ): Promise<void> => {
    try {
      await insertEvent(db, addresses, topic, body);
    } catch (error) {
      log.warn({ err: error, topic }, "an event could not be published");
    }
  };
}

export function createEvents(db: Db, log: Logger): Events {
  const listeners = new Listeners();
  const publish = publisher(db, log);
  const processId = randomUUID();
  let wasSilent = true;
  let seen: bigint | undefined;

  /**
   * Returns the range of stored event ids. The first call determines the event from which listeners
   * are served.
   */
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
    publish: (customerId, topic, body) => publish([customerId], topic, body),
    publishToRoles: (roles, topic, body) => publish(addressesOfRoles(roles), topic, body),
    isHeard: async (customerId) =>
      listeners.has(customerId) || (await isHeardElsewhere(db, customerId)),
    async announce() {
      if (!(wasSilent && listeners.isEmpty)) {
        await announceListeners(db, processId, listeners.addresses);
      }
      wasSilent = listeners.isEmpty;
    },
    listen: (listener) => listeners.add(listener),
    async missedSince(hearer, lastId) {
      const { newest, oldest } = await bounds();
      if (lastId > newest || lastId + 1n < oldest) {
        return undefined;
      }
      const missed = await eventsAfter(db, lastId, addressesOf(hearer), BATCH + 1);
      return missed.length > BATCH ? undefined : missed;
    },
    newestId: async () => (await bounds()).newest,
    async pump() {
      while (await relayMovedCards(db)) {
        // Repeats while there are waiting entries.
      }
      while ((await relayOutbox(db, BATCH)) === BATCH) {
        // Repeats while there are waiting movements.
      }
      await tail();
    },
  };
}
