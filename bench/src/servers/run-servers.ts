import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { openEnvironment } from "../environment.ts";
import { LAB_SETTINGS } from "../faults/faulty-database.ts";
import { CheckList } from "./check-list.ts";
import { Client } from "./client.ts";
import { checkCodes } from "./code-checks.ts";
import { checkEvents } from "./event-checks.ts";
import { startHaproxy } from "./haproxy.ts";
import { checkJobs } from "./job-checks.ts";
import type { Lab } from "./lab.ts";
import { checkLimits } from "./limit-checks.ts";
import { checkMoney } from "./money-checks.ts";
import { checkOutages } from "./outage-checks.ts";
import { type Customer, openCustomer, openOperator } from "./people.ts";
import { ServerGroup } from "./server-group.ts";
import { type ServersOptions, serversOptionsOf } from "./servers-options.ts";
import { checkSessions } from "./session-checks.ts";
import { checkSettings } from "./setting-checks.ts";

/**
 * Checks what several servers of one program share: sessions, codes, limits, money, events,
 * settings and jobs. They have a PostgreSQL of their own and HAProxy in front, which sends each
 * request to the next server.
 */

const CUSTOMERS = 10;
/** How long a stopping server still answers, in seconds: longer than HAProxy takes to notice. */
const DRAIN_SECONDS = 4;
const DATABASE_SETTINGS = { ...LAB_SETTINGS, max_connections: "200" };
const started = performance.now();

function say(text: string): void {
  const seconds = ((performance.now() - started) / 1_000).toFixed(1).padStart(6);
  console.log(`${seconds} s  ${text}`);
}

/** Starts the servers again with rate limits, which would count the checks before. */
async function applyLimits({ group, haproxy }: Lab): Promise<void> {
  for (const index of group.ports.keys()) {
    await group.stop(index);
    await group.start(index, { RATE_LIMITS: "on" });
  }
  await Promise.all(group.ports.map((_, index) => haproxy.untilUp(index, true, 60_000)));
}

/** Runs all checks with one number of servers. */
async function runWith(options: ServersOptions, count: number, checks: CheckList): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "tessera-servers-"));
  const stops: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const environment = await openEnvironment(DATABASE_SETTINGS);
    stops.push(() => environment.close());
    const group = await ServerGroup.start(environment, {
      ...{ count, drainSeconds: DRAIN_SECONDS, logs: options.logs },
    });
    stops.push(() => group.stopAll());
    const haproxy = await startHaproxy(folder, group.ports);
    stops.push(() => haproxy.stop());
    const superuser = new URL(environment.server.superuserUrl);
    superuser.pathname = new URL(environment.server.ownerUrl).pathname;
    const admin = postgres(superuser.href, { max: 2, onnotice: () => undefined });
    stops.push(() => admin.end({ timeout: 5 }));
    say(`${count} servers are ready behind HAProxy at ${haproxy.url}`);
    const customers: Customer[] = [];
    while (customers.length < CUSTOMERS) {
      customers.push(await openCustomer(haproxy.url));
    }
    const open = (username: string) =>
      openOperator(environment, haproxy.url, { username, role: "administrator" });
    const operators = { one: await open("ada"), two: await open("grace") };
    say(`${CUSTOMERS} customers and two administrators are signed in`);
    const clients: Client[] = [];
    stops.push(async () => clients.forEach((client) => void client.close()));
    const newClient = () => {
      const client = new Client();
      clients.push(client);
      return client;
    };
    checks.servers = count;
    const { owner } = environment;
    const people = { operators, customers };
    const lab = {
      options,
      environment,
      owner,
      admin,
      group,
      haproxy,
      checks,
      ...people,
      newClient,
    };
    for (const run of [checkSessions, checkCodes, checkMoney, checkEvents, checkSettings]) {
      await run(lab);
    }
    await checkJobs(lab);
    await checkOutages(lab);
    await applyLimits(lab);
    await checkLimits(lab);
  } finally {
    for (const stop of stops.reverse()) {
      await stop().catch((error: unknown) => console.error(error));
    }
  }
}

try {
  const options = serversOptionsOf(process.argv.slice(2));
  if (options !== undefined) {
    const checks = new CheckList(say);
    for (const count of options.servers) {
      await runWith(options, count, checks);
    }
    console.log(`\n${checks.table()}\n`);
    process.exitCode = checks.holds ? 0 : 1;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof TypeError || error instanceof RangeError ? 2 : 1;
}
