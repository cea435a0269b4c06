import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { open, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createLedger } from "@tessera/ledger";
import { CAMT_TAIL, camtEntry, camtHead } from "@tessera/server/camt053";
import { referenceOf } from "@tessera/server/creditor-reference";
import { v7 as uuidv7 } from "uuid";
import type { Environment } from "./environment.ts";
import { serverEnvironment } from "./server-environment.ts";

const ENTRIES = 100_000;
const CUSTOMERS = 5_000;
/** Of a hundred entries, how many carry no reference, and how many are debits. */
const UNMATCHED = 5;
const DEBITS = 5;
const AMOUNT_MINOR = 1_234n;
/** The sandbox's fictitious account in euros. */
const ACCOUNT = "XX93DEMO0000000000000003";
const LINES_PER_WRITE = 1_000;
const POLL_MS = 100;

/** The goals for an import of {@link ENTRIES} transactions. */
export const BANK_GOALS = { seconds: 20, mebibytes: 200 } as const;

/** What importing and crediting a statement cost. */
export interface BankFigures {
  readonly entries: number;
  readonly seconds: number;
  /** Peak resident memory of the command. */
  readonly mebibytes: number;
  readonly credited: number;
}

/** Opens customers with an account in euros and a reference. Returns the references. */
async function openPayers({ owner, db }: Environment): Promise<string[]> {
  const ledger = createLedger({ db });
  const ids = Array.from({ length: CUSTOMERS }, () => uuidv7());
  await ledger.openAccounts(
    db.kysely,
    ids.flatMap((customerId) => [
      { customerId, kind: "account", currency: "EUR" } as const,
      { customerId, kind: "receivable", currency: "EUR" } as const,
    ]),
  );
  await ledger.close();
  const references = ids.map((_, n) => referenceOf(1, String(n).padStart(10, "0")));
  await owner`insert into customer (id, created_at) select unnest(${ids}::uuid[]), now()`;
  await owner`
    insert into customer_account (customer_id, kind, currency, account_id)
    select a.customer_id, a.kind, a.currency, a.id
    from ledger.account a where a.customer_id = any(${ids}::uuid[])`;
  await owner`
    insert into bank_reference (reference, customer_id, currency, created_at)
    select r.reference, r.id, 'EUR', now()
    from unnest(${references}::text[], ${ids}::uuid[]) r (reference, id)`;
  return references;
}

/** Writes a camt.053 file, and returns its path. */
async function writeStatement(folder: string, references: readonly string[]): Promise<string> {
  const file = path.join(folder, "statement.xml");
  const day = new Date().toISOString().slice(0, 10);
  const debits = (ENTRIES / 100) * DEBITS;
  const closingMinor = AMOUNT_MINOR * BigInt(ENTRIES - 2 * debits);
  const statement = { account: ACCOUNT, currency: "EUR", statementId: "BENCH" } as const;
  const balances = { openingMinor: 0n, closingMinor, openingOn: day, closingOn: day };
  const handle = await open(file, "w");
  try {
    await handle.write(camtHead({ ...statement, ...balances }));
    for (let first = 0; first < ENTRIES; first += LINES_PER_WRITE) {
      const lines = Array.from({ length: LINES_PER_WRITE }, (_, n) =>
        entryLine(first + n, day, references),
      );
      await handle.write(lines.join(""));
    }
    await handle.write(CAMT_TAIL);
  } finally {
    await handle.close();
  }
  return file;
}

function entryLine(n: number, bookedOn: string, references: readonly string[]): string {
  const isCredit = n % 100 >= DEBITS;
  const hasReference = isCredit && n % 100 >= DEBITS + UNMATCHED;
  const reference = references[n % references.length] ?? "";
  const party = { partyName: `Payer ${n}`, partyAccount: "DE89370400440532013000" };
  return camtEntry(
    {
      ...{ reference: `BENCH-${n}`, isCredit, amountMinor: AMOUNT_MINOR, bookedOn, ...party },
      remittance: hasReference ? `Top-up ${reference}` : `Invoice ${n}`,
    },
    "EUR",
  );
}

/** Runs the import, and returns its duration and its peak memory. */
async function runImport(environment: Environment, file: string) {
  const entry = fileURLToPath(new URL("../../apps/server/src/tessera.ts", import.meta.url));
  const started = performance.now();
  const child = spawn(process.execPath, [entry, "import-statement", file], {
    env: {
      ...process.env,
      ...serverEnvironment(environment),
      TESSERA_KEY: randomBytes(32).toString("base64"),
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  let kilobytes = 0;
  while (child.exitCode === null && child.signalCode === null) {
    const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
    kilobytes = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? kilobytes);
    await Promise.race([ended, sleep(POLL_MS)]);
  }
  if ((await ended) !== 0) {
    throw new Error("the statement was not imported");
  }
  const seconds = (performance.now() - started) / 1_000;
  return { seconds, mebibytes: Math.round(kilobytes / 1_024) };
}

/** Measures the import of a large statement by the command, from its start to the last credit. */
export async function measureBank(environment: Environment): Promise<BankFigures> {
  const references = await openPayers(environment);
  const file = await writeStatement(environment.folder, references);
  const cost = await runImport(environment, file);
  const [row] = await environment.owner<{ entries: number; credited: number; waiting: number }[]>`
    select count(*)::int as entries, count(*) filter (where state = 'credited')::int as credited,
      count(*) filter (where state = 'waiting')::int as waiting from bank_entry`;
  const { entries = 0, credited = 0, waiting = 0 } = row ?? {};
  if (entries !== ENTRIES || waiting > 0) {
    throw new Error(`${entries} transactions were imported, and ${waiting} of them wait`);
  }
  return { ...cost, entries, credited };
}
