import { setTimeout as sleep } from "node:timers/promises";
import { onOwnConnection, untilAnswered } from "../../faults/patient-sql.ts";
import { seededRandom } from "../../statistics.ts";
import { clockMs, type Event, type History } from "../history.ts";
import type { Load } from "../run-load.ts";
import { checkIssuer, ownedBy } from "./check-issuer.ts";
import type { Issuer } from "./issuer.ts";
import { runMerchant } from "./merchants.ts";
import type { IssuerCard } from "./open-issuer-cards.ts";
import { PostOffice } from "./post-office.ts";

const MERCHANTS = 4;
/** How long it may take until everything is settled: failed messages are tried after pauses. */
const SETTLE_MS = 300_000;
const LOOK_EVERY_MS = 2_000;
const DOWN_EVERY_MS = 6_000;
const DOWN_MS = 400;

/**
 * Lets merchants pay with the issuer's cards until the round is over, while the issuer fails and
 * its messages are lost, delayed, repeated and false.
 *
 * @returns what the checker still finds when everything has had enough time to be settled
 */
export async function runIssuer(
  load: Pick<Load, "environments" | "servers" | "history" | "seed" | "isOver">,
  issuer: Issuer,
  cards: readonly IssuerCard[],
): Promise<readonly string[]> {
  const { environments, servers, seed, isOver } = load;
  const ownerUrl = environments[0]?.server.ownerUrl ?? "";
  const events: Event[] = [];
  const history: History = {
    ...load.history,
    write(event) {
      events.push(event);
      load.history.write(event);
    },
  };
  const customers = cards.map(({ caller }) => caller.customerId);
  for (const row of await untilAnswered(ownerUrl, (sql) => ownedBy(sql, customers))) {
    history.write({ type: "cardholder", ...row });
  }
  const networks = issuer.networksTo(servers);
  const office = new PostOffice(networks, seededRandom(seed * 41), history);
  let isPosted = false;
  const market = { office, cards, history, ownerUrl, isOver };
  const merchants = Array.from({ length: MERCHANTS }, (_, number) =>
    runMerchant({ ...market, random: seededRandom(seed * 43 + number) }),
  );
  const delivering = office.run(() => isPosted);
  await Promise.all([...merchants, failAgain(issuer, isOver)]);
  isPosted = true;
  await delivering;
  for (const event of outcomes(issuer, cards)) {
    history.write(event);
  }
  return settle(ownerUrl, events);
}

/** Lets every request to the issuer fail for a moment, again and again. */
async function failAgain({ double }: Issuer, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await sleep(DOWN_EVERY_MS);
    double.breakDown(true);
    await sleep(DOWN_MS);
    double.breakDown(false);
  }
}

/** What the issuer has in the end. */
function outcomes({ double }: Issuer, cards: readonly IssuerCard[]): Event[] {
  const customers = new Map(cards.map(({ issuerId, caller }) => [issuerId, caller.customerId]));
  const { world } = double;
  return [
    ...world.all("issuing.authorization").map(
      ({ id, card, approved, status, amount }): Event => ({
        type: "authorization",
        id,
        customer: customers.get(card.id) ?? "",
        held: approved === true && status === "pending" ? amount : 0,
      }),
    ),
    ...world.all("issuing.transaction").map(
      ({ id, card, amount }): Event => ({
        type: "transaction",
        id,
        customer: customers.get(card) ?? "",
        amount,
      }),
    ),
    ...double.violations.map(
      (violation): Event => ({ type: "misled", message: violation, answer: "400" }),
    ),
  ];
}

/** Waits until the checker finds nothing that time could settle. Returns what it finds. */
async function settle(ownerUrl: string, events: readonly Event[]): Promise<readonly string[]> {
  const end = clockMs() + SETTLE_MS;
  const beyondTime = events.filter(({ type }) => type === "misled").length;
  for (;;) {
    const faults = await onOwnConnection(ownerUrl, (sql) => checkIssuer(sql, events)).catch(
      (error: unknown) => [String(error)],
    );
    if (faults.length <= beyondTime || clockMs() > end) {
      return faults;
    }
    await sleep(LOOK_EVERY_MS);
  }
}
