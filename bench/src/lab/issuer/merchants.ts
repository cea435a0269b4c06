import { setTimeout as sleep } from "node:timers/promises";
import { clockMs, type History } from "../history.ts";
import { countHolds } from "../snapshot-reader.ts";
import { answerTo } from "./issuer.ts";
import type { IssuerCard } from "./open-issuer-cards.ts";
import type { PostOffice } from "./post-office.ts";

/** What the merchants of a round share. */
interface Market {
  readonly office: PostOffice;
  readonly cards: readonly IssuerCard[];
  readonly random: () => number;
  readonly history: History;
  readonly ownerUrl: string;
  readonly isOver: () => boolean;
}

/** How long the issuer waits for an answer; none is a decline. */
const ANSWER_WITHIN_MS = 2_000;
const MOST_CENTS = 900;
const OUT_OF_TIME = "system_timeout";

type Asked = ReturnType<ReturnType<PostOffice["network"]>["asks"]>["request"];

/** Lets a merchant request and capture payments until the round is over. */
export async function runMerchant(market: Market): Promise<void> {
  while (!market.isOver()) {
    await pay(market);
    await sleep(market.random() * 100);
  }
}

const cents = ({ random }: Market) => 1 + Math.floor(random() * MOST_CENTS);

async function pay(market: Market): Promise<void> {
  const { office, cards, random, history, ownerUrl } = market;
  const card = cards[Math.floor(random() * cards.length)];
  if (card === undefined) {
    throw new RangeError("there are no cards");
  }
  const network = office.network();
  if (random() < 0.08) {
    // A refund, or a payment that was never requested.
    const isRefund = random() < 0.6;
    const amount = isRefund ? cents(market) : -cents(market);
    office.post(network.posts(card.issuerId, amount, isRefund ? "refund" : "capture"));
    return;
  }
  const { authorization, request } = network.asks(card.issuerId, { amount: cents(market) });
  const movement = await ask(market, request);
  office.post(network.resolve(authorization.id, movement !== undefined));
  if (movement === undefined) {
    return;
  }
  const holds = await countHolds(ownerUrl, movement);
  history.write({ type: "approval", at: clockMs(), movement, holds });
  await sleep(random() * 1_500);
  await goOn(market, authorization);
}

/**
 * Sends a request, and sometimes loses it or its answer.
 *
 * @returns the movement if the issuer got an approval in time
 */
async function ask(
  { office, random, history }: Market,
  request: Asked,
): Promise<string | undefined> {
  const chance = random();
  if (chance < 0.07) {
    return undefined;
  }
  const answering = answerTo(office.network().deliver(request));
  const answer = await Promise.race([answering, sleep(ANSWER_WITHIN_MS, undefined)]);
  const isLost = chance < 0.14;
  if (isLost || answer?.status !== 200) {
    return undefined;
  }
  const code = String(answer.json.metadata.tessera_code);
  // A server that runs out of time answers without reading or storing anything.
  if (code !== OUT_OF_TIME && random() < 0.2) {
    const again = await answerTo(office.network().deliver(request));
    const codeAgain = String(again?.json.metadata?.tessera_code);
    if (again?.status === 200 && codeAgain !== code && codeAgain !== OUT_OF_TIME) {
      const both = `${code} and then ${codeAgain}`;
      history.write({ type: "misled", message: `request ${request.id}`, answer: both });
    }
  }
  return answer.json.approved === true ? String(answer.json.metadata.tessera_movement) : undefined;
}

/** Captures, raises, reverses or expires an approved authorization, or leaves it open. */
async function goOn(market: Market, authorization: Asked): Promise<void> {
  const { office, random } = market;
  const network = office.network();
  const { id } = authorization;
  const capture = (amount: number, isLast = true) => {
    const { created, updated } = network.captures(id, amount, isLast);
    office.post(created);
    office.post(updated);
  };
  const chance = random();
  if (chance < 0.1) {
    const raised = await ask(market, network.asksMore(id, cents(market)));
    office.post(network.resolve(id, raised !== undefined));
    capture(authorization.amount);
  } else if (chance < 0.5) {
    capture(authorization.amount);
  } else if (chance < 0.65) {
    const part = Math.ceil(authorization.amount / 2);
    capture(part, false);
    await sleep(random() * 500);
    capture(Math.max(1, authorization.amount));
  } else if (chance < 0.7) {
    // A tip above what was authorized.
    capture(authorization.amount + 50);
  } else if (chance < 0.85) {
    office.post(network.reverses(id));
  } else if (chance < 0.92) {
    office.post(network.reverses(id, Math.floor(authorization.amount / 2)));
  } else if (chance < 0.97) {
    office.post(network.expires(id));
  }
}
