import { setTimeout as sleep } from "node:timers/promises";
import type { StripeNetwork } from "@tessera/server/testing/stripe-network";
import { clockMs, type History } from "../history.ts";
import { answerTo } from "./issuer.ts";

/** A message of the issuer about something that has happened. */
type Message = Parameters<StripeNetwork["deliver"]>[0];

interface Letter {
  readonly message: Message;
  readonly notBefore: number;
}

const LONGEST_DELAY_MS = 4_000;
const DROPPED = 0.15;
const REPEATED = 0.2;
const LIED = 0.15;
const CARRIERS = 4;
const ANOTHER_SECRET = "whsec_another0123456789another";

/**
 * Delivers the issuer's messages to any server, in any order: late, repeatedly, and at first not at
 * all. A message is sent until it is accepted. Some are accompanied by a lie.
 */
export class PostOffice {
  readonly #networks: readonly StripeNetwork[];
  readonly #random: () => number;
  readonly #history: History;
  readonly #letters: Letter[] = [];

  constructor(networks: readonly StripeNetwork[], random: () => number, history: History) {
    this.#networks = networks;
    this.#random = random;
    this.#history = history;
  }

  post(message: Message): void {
    const notBefore = clockMs() + this.#random() * LONGEST_DELAY_MS;
    this.#letters.push({ message, notBefore });
  }

  /** Returns a network that reports to any of the servers. */
  network(): StripeNetwork {
    const place = Math.floor(this.#random() * this.#networks.length);
    const network = this.#networks[place];
    if (network === undefined) {
      throw new RangeError("there is no server");
    }
    return network;
  }

  /** Delivers until nothing is left and `isOver`. */
  async run(isOver: () => boolean): Promise<void> {
    const carry = async () => {
      while (!isOver() || this.#letters.length > 0) {
        const letter = this.#take();
        await (letter === undefined ? sleep(20) : this.#carry(letter));
      }
    };
    await Promise.all(Array.from({ length: CARRIERS }, carry));
  }

  #take(): Letter | undefined {
    const now = clockMs();
    const place = this.#letters.findIndex(({ notBefore }) => notBefore <= now);
    return place < 0 ? undefined : this.#letters.splice(place, 1)[0];
  }

  async #carry({ message }: Letter): Promise<void> {
    if (this.#random() < DROPPED) {
      // The issuer sends again what was not accepted.
      this.post(message);
      return;
    }
    if (this.#random() < LIED) {
      await this.#lie(message);
    }
    const answer = await answerTo(this.network().deliver(message));
    if (answer === undefined || answer.status >= 300) {
      this.post(message);
      return;
    }
    if (this.#random() < REPEATED) {
      this.post(message);
    }
  }

  /**
   * Sends a message that is not true: one that nobody signed, one under an id that another message
   * has, one about an object that does not exist, and one with another amount. The last one is
   * accepted and must have no effect but that of the truth.
   */
  async #lie(message: Message): Promise<void> {
    const lie = structuredClone(message);
    lie.data.object.amount = Number(lie.data.object.amount) * 10 + 77;
    const number = Math.floor(this.#random() * 4);
    if (number === 0) {
      const sending = { secret: ANOTHER_SECRET };
      const answer = await answerTo(this.network().deliver(lie, sending));
      this.#requireRefusal("a message with another signature", answer?.status);
      return;
    }
    if (number === 1) {
      // The truth comes first, so that the lie is the second message under the id.
      const first = await answerTo(this.network().deliver(message));
      if (first?.status === 200) {
        lie.data.object.id = `${lie.data.object.id}x`;
        const answer = await answerTo(this.network().deliver(lie));
        this.#requireRefusal("another message under the same id", answer?.status);
      }
      return;
    }
    lie.id = `${lie.id}${number}`;
    if (number === 2) {
      lie.data.object.id = `${lie.data.object.id}x`;
    }
    await answerTo(this.network().deliver(lie));
  }

  #requireRefusal(message: string, status: number | undefined): void {
    if (status !== undefined && status < 400) {
      this.#history.write({ type: "misled", message, answer: String(status) });
    }
  }
}
