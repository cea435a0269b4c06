import { setTimeout as sleep } from "node:timers/promises";
import { v7 as uuidv7 } from "uuid";
import { onOwnConnection } from "../../faults/patient-sql.ts";
import { seededRandom } from "../../statistics.ts";
import { clockMs, type Event, type History } from "../history.ts";
import { inflict, type Victims } from "../inflict-fault.ts";
import type { Load } from "../run-load.ts";
import { chooseFault } from "../schedule.ts";
import { checkPartners } from "./check-partners.ts";
import {
  depositOnce,
  giveAddress,
  type PartnerParty,
  requestCode,
  withdrawOnce,
} from "./partner-customers.ts";
import type { Partners } from "./partners.ts";

/** For how long customers begin something new. */
const BEGIN_MS = 40_000;
/** For how long they then repeat calls that were not answered. */
const REPEAT_MS = 60_000;
/**
 * How long it may take until everything is settled: an order that never arrived is sent again after
 * a minute, and mails are sent again after growing pauses.
 */
const SETTLE_MS = 300_000;
const BLOCK_MS = 700;
const LOOK_EVERY_MS = 2_000;
const MAIL_EVERY_MS = 1_500;
const CUSTOMERS = 12;
/** More withdrawals of one customer in a day would be reviewed by operators. */
const ROUNDS = 3;
/** An address with a valid checksum; nothing is sent anywhere. */
const OWN_WALLET = "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwc";

/**
 * Lets customers deposit, withdraw and request mailed codes while the custodian and the mail server
 * drop, delay, repeat and lie, and while servers and PostgreSQL are killed. Returns when everything
 * is settled, or has had enough time to be.
 */
export async function runPartners(
  load: Omit<Load, "isOver">,
  partners: Partners,
  victims: Victims,
): Promise<void> {
  const ownerUrl = load.environments[0]?.server.ownerUrl ?? "";
  const events: Event[] = [];
  const history: History = {
    ...load.history,
    write(event) {
      events.push(event);
      load.history.write(event);
    },
  };
  const begun = clockMs() + BEGIN_MS;
  const isBeginning = () => clockMs() < begun;
  const party = (number: number): PartnerParty => ({
    addresses: load.servers.addresses,
    history,
    random: seededRandom(load.seed * 31 + number),
    partners,
    ownerUrl,
    end: begun + REPEAT_MS,
  });
  const telling = seededRandom(load.seed * 37);
  const chain = setInterval(() => {
    partners.custodian.mine();
    if (isBeginning()) {
      partners.disturb();
      void tellOfPayout(partners, load.servers.addresses, telling);
    }
  }, BLOCK_MS);
  try {
    await Promise.all([
      ...load.network.slice(0, CUSTOMERS).map(async (caller, index) => {
        const own = party(index);
        const addressId = await giveAddress(ownerUrl, caller.customerId, OWN_WALLET);
        for (let number = 0; number < ROUNDS && isBeginning(); number += 1) {
          await depositOnce(own, caller);
          await withdrawOnce(own, caller, addressId);
        }
      }),
      requestCodes(party(CUSTOMERS), isBeginning),
      killEach(load, victims, isBeginning),
    ]);
    partners.calm();
    await settle(ownerUrl, () => [...events, ...eventsOf(partners)]);
  } finally {
    clearInterval(chain);
  }
  for (const event of eventsOf(partners)) {
    load.history.write(event);
  }
}

/** Lets the custodian send a message about a payout, often twice, and sometimes about none. */
async function tellOfPayout(
  { custodian }: Partners,
  addresses: readonly string[],
  random: () => number,
): Promise<void> {
  const ids = [...custodian.payouts.keys(), uuidv7()];
  const payout = ids[Math.floor(random() * ids.length)] ?? "";
  const address = addresses[Math.floor(random() * addresses.length)];
  // The server may be down. Servers also ask for the state of a payout by themselves.
  await custodian.tell(`${address}/webhooks/payout`, payout, 2).catch(() => undefined);
}

async function requestCodes(party: PartnerParty, isBeginning: () => boolean): Promise<void> {
  for (let number = 0; isBeginning(); number += 1) {
    await requestCode(party, number);
    await sleep(MAIL_EVERY_MS);
  }
}

/** Kills servers and PostgreSQL by turns. */
async function killEach(
  { seed, servers }: Omit<Load, "isOver">,
  victims: Victims,
  isBeginning: () => boolean,
): Promise<void> {
  const random = seededRandom(seed * 17);
  const targets = { servers: servers.addresses.length, cells: 1 };
  while (isBeginning()) {
    await sleep(7_000);
    await inflict(victims, chooseFault(random, "kill server", targets));
    await sleep(7_000);
    await inflict(victims, chooseFault(random, "kill database", targets));
  }
}

/** What the custodian and the mail server did. */
function eventsOf({ custodian, mail }: Partners): Event[] {
  return [
    ...custodian.paid.map(
      (withdrawal): Event => ({
        type: "paid",
        withdrawal,
        amount: custodian.payouts.get(withdrawal)?.amount ?? "0.00",
      }),
    ),
    ...mail.accepted.map((one): Event => ({ type: "mail", ...one })),
  ];
}

/** Waits until the checker finds nothing. What it still finds later is a fault of the run. */
async function settle(ownerUrl: string, events: () => Event[]): Promise<void> {
  const end = clockMs() + SETTLE_MS;
  while (clockMs() < end) {
    const faults = await onOwnConnection(ownerUrl, (sql) => checkPartners(sql, events())).catch(
      () => undefined,
    );
    if (faults?.length === 0) {
      return;
    }
    await sleep(LOOK_EVERY_MS);
  }
}
