import { randomBytes } from "node:crypto";
import fixtures from "./fixtures.json" with { type: "json" };

/** An object in Stripe's responses. */
// biome-ignore lint/suspicious/noExplicitAny: Stripe's fixtures define the objects' shape
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

/** Creates an object from Stripe's published fixture, with a new id and the given changes. */
export function newObject(name: FixtureName, changes: object): StripeObject {
  return {
    ...structuredClone(fixtures[name]),
    id: `${ID_PREFIXES[name]}_${randomBytes(12).toString("hex")}`,
    created: Math.floor(Date.now() / 1_000),
    ...changes,
  };
}

/** The state of the Stripe double: its objects by id. */
export class StripeWorld {
  readonly #objects = new Map<string, StripeObject>();
  /** What the program has deposited for its cards. */
  issuingBalance: readonly StripeObject[] = [{ amount: 0, currency: "usd" }];

  add(object: StripeObject): StripeObject {
    this.#objects.set(object.id, object);
    return object;
  }

  /** @throws Error if the object does not exist */
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

  remove(id: string): void {
    this.#objects.delete(id);
  }

  /** Lists all objects of one type. */
  all(kind: FixtureName): StripeObject[] {
    return [...this.#objects.values()].filter(({ object }) => object === kind);
  }
}
