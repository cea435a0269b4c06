import { setTimeout as sleep } from "node:timers/promises";
import { createLedger } from "@tessera/ledger";
import { fundCards } from "../fund-cards.ts";
import { checkHolds } from "../holds/check-holds.ts";
import { type AnsweredPayment, type Attempt, runNetwork } from "../holds/repeating-network.ts";
import { type Caller, openCallers } from "../http-population.ts";
import { loadMovements, openPopulation } from "../population.ts";
import { percentile, seededRandom } from "../statistics.ts";
import { checkTopUps } from "../upgrade/check-top-ups.ts";
import { type CustomersCourse, runCustomers } from "../upgrade/strict-customers.ts";
import { verifyBooks } from "../verify-books.ts";
import { requireThat, shownMs } from "./check-list.ts";
import { type Lab, originAt } from "./lab.ts";

const CARDS = 16;
const UP_WITHIN_MS = 120_000;
/** How long before a freeze a request may have been sent that was in progress then. */
const IN_PROGRESS_MS = 2_000;

/** The responses to the load while something was done to the servers. */
interface Course {
  readonly customers: CustomersCourse;
  readonly attempts: readonly Attempt[];
}

/** The load of a run: its cards, and every payment so far. */
interface Load {
  readonly callers: readonly Caller[];
  readonly payments: AnsweredPayment[];
}

/** Opens customers with funded cards for the load. */
async function openLoad({ environment, owner, haproxy }: Lab): Promise<Load> {
  const ledger = createLedger({ db: environment.db });
  try {
    const subjects = await openPopulation(environment, ledger, CARDS);
    await loadMovements(ledger, subjects, 0);
    const callers = await openCallers(owner, haproxy.url, subjects);
    await fundCards(ledger, callers);
    return { callers, payments: [] };
  } finally {
    await ledger.close();
  }
}

/** Sends top-ups, reads and payments through HAProxy while `work` runs. */
async function underLoad(
  { options, haproxy }: Lab,
  { callers, payments }: Load,
  work: () => Promise<unknown>,
): Promise<Course> {
  let isFinished = false;
  const isOver = () => isFinished;
  const attempts: Attempt[] = [];
  // Other payments than in the load before, whose references would be the same.
  const seed = options.seed * 1_000 + payments.length;
  const record = (attempt: Attempt) => void attempts.push(attempt);
  const networks = Array.from({ length: options.clients }, (_, client) => {
    const random = seededRandom(seed * 100 + client);
    return runNetwork({ callers, addresses: [haproxy.url], random, isOver, record }, client);
  });
  const random = seededRandom(seed);
  const visits = { callers, url: haproxy.url, clients: options.clients, random, isOver };
  const load = Promise.all([runCustomers(visits), ...networks]);
  try {
    await work();
  } finally {
    isFinished = true;
  }
  const [customers, ...answered] = await load;
  payments.push(...answered.flat());
  return { customers, attempts };
}

/** Compares everything acknowledged with the ledger; throws if something is missing. */
async function requireKept(
  { owner, environment }: Lab,
  { payments }: Load,
  course: Course,
): Promise<void> {
  const faults = [
    ...(await checkHolds([owner], payments)),
    ...(await checkTopUps(owner, course.customers.topUps)),
  ];
  requireThat(faults.length === 0, `${faults.length} faults: ${faults.slice(0, 3).join("; ")}`);
  const ledger = createLedger({ db: environment.db });
  try {
    await verifyBooks(ledger, environment.db);
  } finally {
    await ledger.close();
  }
}

/** Returns whether the network gave up waiting, as it does after 2.5 s, and sent a retry. */
const isLate = ({ status, code }: Attempt) => status === 0 && code === "TimeoutError";

/** Returns whether a busy server refused a request before doing anything. */
const isBusy = (text: string) => text.includes("overloaded");

/** Splits the requests without a success into those refused, and those that met a busy machine. */
function sortFailures({ customers, attempts }: Course) {
  const failed = attempts.filter(({ status }) => status === 0 || status >= 400);
  const texts = [
    ...customers.faults,
    ...failed
      .filter((attempt) => !isLate(attempt))
      .map(({ kind, status, code }) => `${kind}: ${status} ${code}`),
  ];
  return {
    refused: texts.filter((text) => !isBusy(text)),
    busy: texts.filter(isBusy).length,
    late: failed.filter(isLate).length,
  };
}

function countOf({ customers, attempts }: Course): number {
  const answers = Object.values(customers.answers).reduce((sum, count) => sum + count, 0);
  return answers + attempts.length;
}

/** Stops and starts each server, one after another. */
async function replaceAll(lab: Lab, load: Load): Promise<string> {
  const pause = () => sleep(lab.options.seconds * 1_000);
  const course = await underLoad(lab, load, async () => {
    await pause();
    for (const index of lab.group.ports.keys()) {
      await lab.group.stop(index);
      await lab.group.start(index);
      await lab.haproxy.untilUp(index, true, UP_WITHIN_MS);
      await pause();
    }
  });
  const { refused, busy, late } = sortFailures(course);
  requireThat(refused.length === 0, `${refused.length} refused: ${refused.slice(0, 3).join("; ")}`);
  await requireKept(lab, load, course);
  return (
    `${countOf(course)} requests, none refused by a restart (${busy} by a busy server, ${late} ` +
    `payments later than 2.5 s and retried); ${paymentTimes(course)}`
  );
}

function paymentTimes({ attempts }: Pick<Course, "attempts">): string {
  const times = attempts.map(({ durationMs }) => durationMs).toSorted((a, b) => a - b);
  const at = (share: number) => shownMs(percentile(times, share));
  return `payments p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)}`;
}

/** Freezes one server for a while, and measures how HAProxy and the other servers go on. */
async function freezeOne(lab: Lab, load: Load): Promise<string> {
  let [outMs, frozenAt, outAt, resumedAt] = [0, 0, 0, 0];
  const course = await underLoad(lab, load, async () => {
    await sleep(lab.options.seconds * 1_000);
    frozenAt = Date.now();
    lab.group.freeze(1);
    try {
      outMs = await lab.haproxy.untilUp(1, false, UP_WITHIN_MS);
      outAt = Date.now();
      await sleep(lab.options.freeze * 1_000);
    } finally {
      resumedAt = Date.now();
      lab.group.resume(1);
    }
    await lab.haproxy.untilUp(1, true, UP_WITHIN_MS);
    await sleep(lab.options.seconds * 1_000);
  });
  const sentIn = (from: number, to: number) =>
    course.attempts.filter(({ at, durationMs }) => {
      const sent = Date.parse(at) - durationMs;
      return sent >= from && sent < to;
    });
  const [before, after] = [sentIn(frozenAt, outAt), sentIn(outAt, resumedAt)];
  // Nobody can answer what the frozen server has received; a customer retries it under its key.
  const isAtFrozen = (fault: string) => {
    const sent = Date.parse(fault.split(" ")[0] ?? "");
    return sent >= frozenAt - IN_PROGRESS_MS && sent < outAt;
  };
  const { customers } = course;
  const faults = customers.faults.filter((fault) => !isAtFrozen(fault));
  const lost = customers.faults.length - faults.length;
  const { refused } = sortFailures({ customers: { ...customers, faults }, attempts: after });
  requireThat(refused.length === 0, `${refused.length} refused: ${refused.slice(0, 3).join("; ")}`);
  await requireKept(lab, load, course);
  return (
    `taken out after ${shownMs(outMs)}, in which ${before.filter(isLate).length} of ` +
    `${before.length} payments got no response within 2.5 s and were retried, and ${lost} ` +
    "other requests none at all; then " +
    `${after.filter(isLate).length} of ${after.length}, ${paymentTimes({ attempts: after })}`
  );
}

/** Sends requests through HAProxy and counts which server answered them. */
async function takeTurns(lab: Lab): Promise<string> {
  const client = lab.newClient();
  const { token } = lab.operators.one;
  for (let turn = 0; turn < 40; turn += 1) {
    await client.ok(lab.haproxy.url, "GET /api/auth/profile", { token });
  }
  const shares = await lab.haproxy.requests();
  const counts = [...shares.values()];
  requireThat(Math.min(...counts) > 0, `requests by server: ${counts.join(", ")}`);
  return `requests of all clients so far, by server: ${counts.join(", ")}`;
}

/** Checks that servers can be replaced and frozen. */
export async function checkOutages(lab: Lab): Promise<void> {
  const { checks } = lab;
  await checks.check("HAProxy: each server gets its turn", () => takeTurns(lab));
  const load = await openLoad(lab);
  await checks.check("rolling restart of every server under load", () => replaceAll(lab, load));
  await checks.check("one server frozen under load", () => freezeOne(lab, load));
  await checks.check("sessions still open on every server", async () => {
    const client = lab.newClient();
    const { token } = lab.operators.one;
    for (const place of lab.group.ports.keys()) {
      await client.ok(originAt(lab, place), "GET /api/auth/profile", { token });
    }
    return "an administrator's, from before the restarts";
  });
}
