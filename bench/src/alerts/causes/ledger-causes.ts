import type { AlertLab } from "../alert-lab.ts";
import type { Cause } from "../cause.ts";

let session: Awaited<ReturnType<AlertLab["openSession"]>> | undefined;
let formerSignature: Buffer | undefined;
let formerKey = "";
let block = "";

export const LEDGER_CAUSES: readonly Cause[] = [
  {
    alerts: ["TesseraLedgerUnsealed"],
    how: "A forgotten session has a transaction open, and payments go on.",
    async make(lab) {
      session = await lab.openSession();
      await session.sql`begin`;
      await session.sql`select pg_current_xact_id()`;
    },
    async confirm(lab) {
      const [found] = await lab.admin`
        select from pg_stat_activity where xact_start < now() - interval '5 seconds'
          and application_name = 'forgotten psql'`;
      if (found === undefined) {
        throw new Error("pg_stat_activity does not show the open transaction");
      }
    },
    async remedy(lab) {
      await lab.admin`select pg_terminate_backend(${session?.pid ?? 0})`;
    },
  },
  {
    alerts: ["TesseraLedgerCheckViolated"],
    how: "The owner of the database has changed a balance.",
    async make(lab) {
      await addToBalance(lab, 1);
      await checkNow(lab);
    },
    async remedy(lab) {
      await addToBalance(lab, -1);
      await checkNow(lab);
    },
    codes: { "npm run verify": 1 },
  },
  {
    alerts: ["TesseraLedgerChecksLate"],
    how: "The results of the checks cannot be written, since a session has locked their table.",
    async make(lab) {
      await lab.admin`
        update standing_check set checked_at = now() - interval '20 minutes'
        where name <> 'seals_unbroken'`;
      session = await lab.openSession();
      await session.sql`begin`;
      await session.sql`lock table standing_check in share row exclusive mode`;
    },
    async remedy(lab) {
      await lab.admin`select pg_terminate_backend(${session?.pid ?? 0})`;
      await checkNow(lab);
    },
  },
  {
    alerts: ["TesseraSealsBroken"],
    how: "The signature of a sealed block is changed.",
    async make(lab) {
      const [newest] = await lab.admin<{ n: string; signature: Buffer }[]>`
        select n::text, signature from ledger.seal order by n desc limit 1`;
      block = newest?.n ?? "";
      formerSignature = newest?.signature;
      await asOwnerOfEverything(lab, `signature = sha256(signature)`);
      await verifySealsNow(lab);
    },
    async remedy(lab) {
      const hex = formerSignature?.toString("hex") ?? "";
      await asOwnerOfEverything(lab, `signature = '\\x${hex}'`);
      await verifySealsNow(lab);
    },
    codes: { "npm run verify": 1 },
  },
  {
    alerts: ["TesseraSealsUnverified"],
    how: "A block names a key that no server has.",
    async make(lab) {
      const [newest] = await lab.admin<{ n: string; key_id: string }[]>`
        select n::text, key_id from ledger.seal order by n desc limit 1`;
      block = newest?.n ?? "";
      formerKey = newest?.key_id ?? "";
      await asOwnerOfEverything(lab, `key_id = 'another'`);
      await lab.admin`
        update standing_check set checked_at = now() - interval '2 hours'
        where name = 'seals_unbroken'`;
      await verifySealsNow(lab);
    },
    async remedy(lab) {
      await asOwnerOfEverything(lab, `key_id = '${formerKey}'`);
      await verifySealsNow(lab);
    },
  },
];

function addToBalance(lab: AlertLab, minor: number) {
  const account = String(lab.quietCaller(2).cardAccount);
  return lab.admin`
    update ledger.balance set posted = posted + ${minor} where account_id = ${account}`;
}

/** Changes a sealed block, past the triggers that forbid it even to the owner. */
async function asOwnerOfEverything(lab: AlertLab, change: string): Promise<void> {
  await lab.admin.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx.unsafe(`update ledger.seal set ${change} where n = ${BigInt(block)}`);
  });
}

/** Makes the checks due that run every two minutes. */
function checkNow(lab: AlertLab) {
  return lab.admin`update board_progress set checks_begun_at = now() - interval '1 hour'`;
}

/** Makes the verification due that runs every 15 minutes. */
function verifySealsNow(lab: AlertLab) {
  return lab.admin`update seal_verification set worked_at = now() - interval '1 hour'`;
}
