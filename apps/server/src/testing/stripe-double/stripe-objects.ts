import { randomBytes } from "node:crypto";
import fixtures from "./fixtures.json" with { type: "json" };

/** An object as Stripe answers with it. */
// biome-ignore lint/suspicious/noExplicitAny: the double's objects are what Stripe's fixtures are
export type StripeObject = any;

type FixtureName = keyof typeof fixtures;

const ID_PREFIXES = {
  "issuing.authorization": "iauth",
  "issuing.card": "ic",
  "issuing.cardholder": "ich",
  "issuing.transaction": "ipi",
  ephemeral_key: "ephkey",
  event: "evt",
} as const satisfies Record<FixtureName, string>;

/** A new object of Stripe's own published fixture, with an id of its own and what is different. */
export function newObject(name: FixtureName, changes: object): StripeObject {
  return {
    ...structuredClone(fixtures[name]),
    id: `${ID_PREFIXES[name]}_${randomBytes(12).toString("hex")}`,
    created: Math.floor(Date.now() / 1_000),
    ...changes,
  };
}

/** What Stripe knows: its objects by their ids. */
export class StripeWorld {
  readonly #objects = new Map<string, StripeObject>();

  add(object: StripeObject): StripeObject {
    this.#objects.set(object.id, object);
    return object;
  }

  /** @throws Error where there is no such object */
  get(id: string): StripeObject {
    const object = this.#objects.get(id);
    if (object === undefined) {
      throw new Error(`Stripe has no ${id}`);
    }
    return object;
  }

  find(id: string): StripeObject | undefined {
    return this.#objects.get(id);
  }

  /** How many objects of one kind there are, and which. */
  all(kind: FixtureName): StripeObject[] {
    return [...this.#objects.values()].filter(({ object }) => object === kind);
  }
}
