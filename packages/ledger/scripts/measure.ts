/**
 * Measures the engine against pgbench's TPC-B on the same embedded server, in alternating rounds:
 *
 *   node packages/ledger/scripts/measure.ts [seconds per round] [rounds] [customers]
 *
 * PGBENCH names the pgbench to use (default /usr/lib/postgresql/15/bin/pgbench).
 */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inTransaction, migrate, openDatabase } from "@tessera/database";
import { startEmbeddedServer } from "@tessera/database/embedded";
import { v4, v7 } from "uuid";
import {
  type AccountId,
  createLedger,
  houseAccount,
  type Leg,
  type Movement,
} from "../src/index.ts";
import { ledgerMigrations } from "../src/migrations.ts";

const [seconds = 8, rounds = 3, customerCount = 20_000] = process.argv.slice(2).map(Number);
const PGBENCH = process.env.PGBENCH ?? "/usr/lib/postgresql/15/bin/pgbench";
const OUTSTANDING = 512;

interface Customer {
  readonly customerId: string;
  readonly account: AccountId;
  readonly card: AccountId;
}

const directory = mkdtempSync(join(tmpdir(), "ledger-measure-"));
chmodSync(directory, 0o755);
const server = await startEmbeddedServer({ dataDir: join(directory, "pg") });
const db = openDatabase<unknown>({ url: server.appUrl, applicationName: "measure" });
const ledger = createLedger({ db });

function movement(customer: Customer, legs: readonly Leg[], more: Partial<Movement>): Movement {
  return {
    id: v7(),
    customerId: customer.customerId,
    kind: "purchase",
    cardId: null,
    parentId: null,
    status: "completed",
    currency: "USD",
    amountMinor: -1n,
    feeMinor: 0n,
    title: "Corner shop",
    data: {},
    eventAt: new Date(),
    clientKey: null,
    legs,
    ...more,
  };
}

async function openCustomers(): Promise<Customer[]> {
  const customers: Customer[] = [];
  for (let start = 0; start < customerCount; start += 1_000) {
    const ids = Array.from({ length: 1_000 }, () => v4());
    const accounts = await inTransaction(db, (tx) =>
      ledger.openAccounts(
        tx,
        ids.flatMap((customerId) => [
          { customerId, kind: "account" as const, currency: "USD" as const },
          { customerId, kind: "card" as const, currency: "USD" as const },
        ]),
      ),
    );
    ids.forEach((customerId, index) => {
      const [account = 0n, card = 0n] = accounts.slice(index * 2, index * 2 + 2);
      customers.push({ customerId, account, card });
    });
  }
  const bank = houseAccount("bank_clearing", "USD");
  for (let start = 0; start < customers.length; start += 2_000) {
    const slice = customers.slice(start, start + 2_000);
    await Promise.all(
      slice.map((customer) =>
        ledger.submit(
          movement(
            customer,
            [
              { type: "transfer", debit: bank, credit: customer.account, amountMinor: 10_000_000n },
              {
                type: "transfer",
                debit: customer.account,
                credit: customer.card,
                amountMinor: 5_000_000n,
              },
            ],
            { kind: "deposit" },
          ),
          { deadlineMs: 60_000 },
        ),
      ),
    );
  }
  return customers;
}

async function closedLoop(next: () => Movement): Promise<number> {
  const end = performance.now() + seconds * 1_000;
  let posted = 0;
  async function client(): Promise<void> {
    while (performance.now() < end) {
      const result = await ledger.submit(next());
      if (result.outcome !== "posted") {
        throw new Error(JSON.stringify(result, (_key, value) => String(value)));
      }
      posted += 1;
    }
  }
  const start = performance.now();
  await Promise.all(Array.from({ length: OUTSTANDING }, client));
  return posted / ((performance.now() - start) / 1_000);
}

function pgbench(args: readonly string[]): string {
  const url = new URL(server.superuserUrl);
  url.pathname = "/bench";
  return execFileSync(PGBENCH, [...args, url.href], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
}

/** CPU seconds used by the server's running processes; 0 without /proc. */
function serverCpuS(): number {
  let ticks = 0;
  for (const name of process.platform === "linux" ? readdirSync("/proc") : []) {
    try {
      const fields =
        readFileSync(`/proc/${name}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
      if (fields[1] === String(server.pid)) {
        ticks += Number(fields[11]) + Number(fields[12]);
      }
    } catch {
      // Not a process directory, or the process has just exited.
    }
  }
  return ticks / 100;
}

const fees = houseAccount("fees", "USD");
const customers = await (async () => {
  await migrate({ ownerUrl: server.ownerUrl, migrations: ledgerMigrations });
  const admin = openDatabase<unknown>({ url: server.superuserUrl, statementTimeoutMs: 0 });
  await admin.sql.unsafe("create database bench");
  await admin.close();
  pgbench(["-i", "-q", "-s", "50"]);
  const opened = await openCustomers();
  return opened;
})();
const anyone = () => customers[Math.floor(Math.random() * customers.length)] as Customer;
const hot = customers[0] as Customer;
const toHouse = (customer: Customer) =>
  movement(
    customer,
    [{ type: "transfer", debit: customer.account, credit: fees, amountMinor: 1n }],
    {},
  );
const scenarios: Record<string, () => Promise<number>> = {
  "TPC-B c16": async () => {
    const out = pgbench(["-M", "prepared", "-c", "16", "-j", "2", "-T", String(seconds), "-n"]);
    return Number(/tps = ([0-9.]+)/.exec(out)?.[1]);
  },
  "customer to house": () => closedLoop(() => toHouse(anyone())),
  "account to card": () =>
    closedLoop(() => {
      const customer = anyone();
      const legs: Leg[] = [
        { type: "transfer", debit: customer.account, credit: customer.card, amountMinor: 1n },
      ];
      return movement(customer, legs, { kind: "card_deposit" });
    }),
  "one hot customer": () => closedLoop(() => toHouse(hot)),
  authorize: () =>
    closedLoop(() => {
      const customer = anyone();
      const expiresAt = new Date(Date.now() + 1e8);
      return movement(
        customer,
        [{ type: "hold", holdId: v7(), account: customer.card, amountMinor: 1n, expiresAt }],
        {
          status: "processing",
          guards: ["day:2026-11-21", "month:2026-11"].map((window) => ({
            subject: customer.customerId,
            window,
            amountMinor: 1n,
            count: 1,
            maxAmountMinor: 1_000_000n,
          })),
        },
      );
    }),
};

const only = process.env.ONLY?.split(",");
const figures = new Map<string, number[]>();
for (let round = 0; round < rounds; round += 1) {
  for (const [name, run] of Object.entries(scenarios)) {
    if (only === undefined || only.some((word) => name.includes(word))) {
      const cpu = process.cpuUsage();
      const serverCpu = serverCpuS();
      const rate = await run();
      const used = process.cpuUsage(cpu);
      figures.set(name, [...(figures.get(name) ?? []), rate]);
      const perCall = (cpuS: number) => `${((cpuS * 1e6) / (rate * seconds)).toFixed(0)} us`;
      const node = perCall((used.user + used.system) / 1e6);
      process.stdout.write(
        `${name.padEnd(20)} ${rate.toFixed(0).padStart(8)}/s  ` +
          `CPU each: server ${perCall(serverCpuS() - serverCpu)}, node ${node}\n`,
      );
    }
  }
}
const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const base = median(figures.get("TPC-B c16") ?? [Number.NaN]);
for (const [name, values] of figures) {
  process.stdout.write(
    `${name.padEnd(20)} median ${median(values).toFixed(0).padStart(8)}/s  ` +
      `${(median(values) / base).toFixed(2)} x TPC-B\n`,
  );
}
const report = await ledger.verify(db);
process.stdout.write(`books hold: ${report.holds} (${report.movements} movements)\n`);
for (const check of report.checks) {
  if (!check.holds || process.env.CHECKS) {
    process.stdout.write(`  ${check.durationMs} ms ${check.name} ${check.firstBroken ?? ""}\n`);
  }
}
if (process.env.SHELL_AFTER) {
  process.stdout.write(`${server.superuserUrl}\n`);
}
await ledger.close();
await db.close();
await server.stop();
rmSync(directory, { recursive: true, force: true });
