import { setTimeout as sleep } from "node:timers/promises";
import type { LabSubscriber } from "@tessera/server/testing/webhook-program";
import type { Sql } from "postgres";
import type { Random } from "../chain/random.ts";
import type { LabWorker } from "./lab-worker.ts";
import type { ReceiverDouble } from "./receiver-double.ts";

const FAULTS = 0.4;
/** Into how many parts a walk is divided, between which events are sent. */
const PARTS = 3;
/** How long servers wait at most before they seal. */
const SEALING_MS = 3_000;
const FAULTY_ROUNDS = 12;
const FAULTY_PAUSE_MS = 300;
const END_TIMEOUT_MS = 120_000;
const END_PAUSE_MS = 200;
/** Addresses that a name may have for a moment, in addition to a private one of this machine. */
const NOT_PUBLIC = ["169.254.169.254", "10.255.255.1", "100.64.0.1", "192.0.2.1"];

/** What the names of the lab resolve to. */
export class LabNames {
  readonly #random: Random;
  readonly #trap: string | undefined;
  /** How probable a wrong answer is, from 0 to 1. */
  faults = 0;
  rebound = 0;
  missing = 0;

  constructor(random: Random, trap: string | undefined) {
    this.#random = random;
    this.#trap = trap;
  }

  /** Answers with loopback, with an address that is not public, or with nothing. */
  resolve(): readonly string[] | undefined {
    if (!this.#random.isLess(this.faults)) {
      return ["127.0.0.1"];
    }
    if (this.#random.isLess(0.2)) {
      this.missing += 1;
      return undefined;
    }
    this.rebound += 1;
    const bad = this.#trap ?? this.#random.pick(NOT_PUBLIC) ?? "";
    const chosen = this.#random.isLess(0.5) ? bad : (this.#random.pick(NOT_PUBLIC) ?? "");
    return this.#random.isLess(0.5) ? [chosen] : ["127.0.0.1", chosen];
  }
}

/** What the walk needs of its surroundings. */
interface WebhookWalkParts {
  readonly subscribers: readonly LabSubscriber[];
  readonly workers: readonly LabWorker[];
  readonly receivers: ReceiverDouble;
  readonly names: LabNames;
  /** A connection of the owner, which lets time pass for retries. */
  readonly sql: Sql;
}

/**
 * A random walk: things happen to customers while their servers fail, names lead elsewhere and our
 * servers are killed. Then everything works, and whatever waits is sent.
 */
export async function walkWebhooks(
  { subscribers, workers, receivers, names, sql }: WebhookWalkParts,
  random: Random,
  { steps, kills }: { readonly steps: number; readonly kills: number },
): Promise<void> {
  const open: (readonly [LabSubscriber, string])[] = [];
  const release = async () => {
    const [held] = open.splice(random.below(Math.max(open.length, 1)), 1);
    await held?.[0].release(held[1]);
  };
  const acts: readonly ((one: LabSubscriber) => Promise<unknown>)[] = [
    (one) => one.deposit(),
    async (one) => open.push([one, await one.hold()]),
    release,
    (one) => one.decline(),
    (one) => one.freeze("card.freeze"),
    (one) => one.freeze("card.unfreeze"),
    () => sleep(random.below(40)),
  ];
  receivers.faults = FAULTS;
  names.faults = FAULTS;
  // After each part, what happened is sealed and sent, while everything fails.
  for (let part = 0; part < PARTS; part += 1) {
    for (let step = 0; step < steps / PARTS; step += 1) {
      const one = random.pick(subscribers);
      await (one && random.pick(acts)?.(one));
    }
    for (let kill = part; kill < kills; kill += PARTS) {
      const worker = random.pick(workers);
      await sleep(random.below(SEALING_MS));
      await worker?.kill();
      await worker?.start();
    }
    for (let round = 0; round < FAULTY_ROUNDS; round += 1) {
      await sleep(FAULTY_PAUSE_MS);
      await dueNow(sql);
    }
  }
  receivers.faults = 0;
  names.faults = 0;
  await untilSent(sql);
}

/** Makes every retry due, and ends the claims of servers that were killed. */
async function dueNow(sql: Sql): Promise<void> {
  await sql`
    update webhook_delivery set next_at = least(next_at, now()),
      claimed_until = case when claimed_until < now() + interval '20 seconds' then null
        else claimed_until end
    where status = 'waiting'`;
}

/** Waits until everything is sealed, derived and delivered. */
async function untilSent(sql: Sql): Promise<void> {
  const end = performance.now() + END_TIMEOUT_MS;
  while (performance.now() < end) {
    await sleep(END_PAUSE_MS);
    await dueNow(sql);
    const [left] = await sql<{ n: number }[]>`
      select (
        select count(*) from ledger.movement
        where xid >= coalesce((select max(to_xid) from ledger.seal), 0)
      )::int + (
        select count(*) from ledger.seal where n > (select derived_to from webhook_progress)
      )::int + (
        select count(*) from ledger.audit
        where xid >= coalesce((select max(to_xid) from ledger.seal), 0)
      )::int + (select count(*) from webhook_delivery where status = 'waiting')::int as n`;
    if (left?.n === 0) {
      return;
    }
  }
}
