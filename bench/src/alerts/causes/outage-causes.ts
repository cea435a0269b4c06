import { setTimeout as sleep } from "node:timers/promises";
import { headersOf } from "../../http-population.ts";
import type { AlertLab } from "../alert-lab.ts";
import type { Cause } from "../cause.ts";
import { authorize } from "../traffic.ts";

const SLOW_MS = 300;
const STOPPED_MS = 400;
const RUNNING_MS = 100;
const READERS = 4;
const WRITERS = 60;
const PAYERS = 200;
const READ_PAUSE_MS = 100;

let stutter: { stop(): void } | undefined;
let locked: Awaited<ReturnType<AlertLab["openSession"]>> | undefined;
let calls: { stop(): Promise<void> } | undefined;

export const OUTAGE_CAUSES: readonly Cause[] = [
  {
    alerts: [
      "TesseraFiguresUnreadable",
      "TesseraConnectionsSilent",
      "TesseraAuthorizationsUnanswered",
      "TesseraHoldsInQuestion",
      "TesseraRequestsFail",
    ],
    how: "The path from the servers to the database is frozen.",
    async make(lab) {
      calls = readForever(lab);
      // So that payments are being written when it happens.
      for (const proxy of lab.proxies) {
        proxy.slow("answers", SLOW_MS);
      }
      await sleep(10 * SLOW_MS);
      for (const proxy of lab.proxies) {
        proxy.freeze("requests");
        proxy.freeze("answers");
      }
    },
    async remedy({ proxies }) {
      for (const proxy of proxies) {
        proxy.slow("answers", 0);
        proxy.cut();
      }
      await calls?.stop();
    },
  },
  {
    alerts: ["TesseraLedgerQueueLong"],
    how: "A session has locked the ledger's movements, and a server gets 200 payments at a time.",
    async make(lab) {
      locked = await lab.openSession();
      await locked.sql`begin`;
      await locked.sql`lock table ledger.movement in share row exclusive mode`;
      calls = payForever(lab);
    },
    async remedy(lab) {
      await lab.admin`select pg_terminate_backend(${locked?.pid ?? 0})`;
      await calls?.stop();
    },
  },
  {
    alerts: ["TesseraServerDown"],
    how: "A server is killed.",
    async make(lab) {
      process.kill(lab.pidOf(1), "SIGKILL");
    },
    remedy: (lab) => lab.startServer(1),
    server: 1,
    // The connection is refused.
    codes: { "curl http://127.0.0.1:4300/healthz": 7 },
  },
  {
    alerts: ["TesseraEventLoopSlow"],
    how: "A server's process is stopped for 400 ms of every 500 ms.",
    async make(lab) {
      stutter = stutterOf(lab.pidOf(1));
    },
    async remedy() {
      stutter?.stop();
    },
  },
  {
    alerts: ["TesseraConnectionsWaiting"],
    how: "A session has locked a card, and 60 calls at once change it.",
    async make(lab) {
      const caller = lab.quietCaller(1);
      locked = await lab.openSession();
      await locked.sql`begin`;
      await locked.sql`
        select from card where id = ${caller.cardId.replace(/^card_/, "")} for update`;
      calls = freezeForever(lab);
    },
    async confirm(lab) {
      const [found] = await lab.admin`
        select from pg_stat_activity where wait_event_type = 'Lock' limit 1`;
      if (found === undefined) {
        throw new Error("pg_stat_activity shows nobody who waits for a lock");
      }
    },
    async remedy(lab) {
      await lab.admin`select pg_terminate_backend(${locked?.pid ?? 0})`;
      await calls?.stop();
    },
  },
  {
    alerts: ["TesseraWalArchiveFailing"],
    how: "The archive_command fails.",
    async make(lab) {
      await lab.archiveWith("/bin/false");
      await failToArchive(lab);
    },
    remedy: (lab) => lab.archiveWith("/bin/true"),
  },
];

/**
 * Fills WAL files until one could not be archived. The first one may still be archived with the
 * former command, because the archiver reads its settings a moment later.
 */
async function failToArchive({ admin }: AlertLab): Promise<void> {
  const failures = async () => {
    const [row] = await admin<{ failed: bigint }[]>`
      select failed_count as failed from pg_stat_archiver`;
    return BigInt(row?.failed ?? 0n);
  };
  const before = await failures();
  for (let attempt = 0; attempt < 30 && (await failures()) === before; attempt += 1) {
    await admin`select pg_logical_emit_message(false, 'lab', 'fill')`;
    await admin`select pg_switch_wal()`;
    await sleep(1_000);
  }
}

function stutterOf(pid: number): { stop(): void } {
  let isOver = false;
  const run = async () => {
    while (!isOver) {
      process.kill(pid, "SIGSTOP");
      await sleep(STOPPED_MS);
      process.kill(pid, "SIGCONT");
      await sleep(RUNNING_MS);
    }
  };
  void run();
  return {
    stop() {
      isOver = true;
      process.kill(pid, "SIGCONT");
    },
  };
}

/** Repeats a call with many clients at a time, whatever the answers are. */
function forever(clients: number, call: () => Promise<unknown>): { stop(): Promise<void> } {
  let isOver = false;
  const client = async () => {
    while (!isOver) {
      await call().catch(() => undefined);
    }
  };
  const running = Array.from({ length: clients }, client);
  return {
    async stop() {
      isOver = true;
      await Promise.all(running);
    },
  };
}

/** Reads the cards of a customer. */
function readForever(lab: AlertLab): { stop(): Promise<void> } {
  const headers = headersOf(lab.quietCaller(1));
  return forever(READERS, async () => {
    const answer = await fetch(`${lab.url}/api/cards`, { headers });
    await answer.arrayBuffer();
    await sleep(READ_PAUSE_MS);
  });
}

/** Freezes the same card again and again. */
function freezeForever(lab: AlertLab): { stop(): Promise<void> } {
  const caller = lab.quietCaller(1);
  const url = `${lab.url}/api/cards/${caller.cardId}/freeze`;
  return forever(WRITERS, async () => {
    const answer = await fetch(url, { method: "POST", headers: headersOf(caller) });
    await answer.arrayBuffer();
  });
}

/** Pays with all cards. */
function payForever(lab: AlertLab): { stop(): Promise<void> } {
  let number = 0;
  return forever(PAYERS, async () => {
    number += 1;
    const caller = lab.callers[number % lab.callers.length];
    return caller && authorize(lab.url, caller, "0.01");
  });
}
