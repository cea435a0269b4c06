import { setTimeout as sleep } from "node:timers/promises";
import { clockMs } from "../../lab/history.ts";
import { giveAddress, requestCode, withdrawOnce } from "../../lab/partners/partner-customers.ts";
import type { AlertLab } from "../alert-lab.ts";
import type { Cause } from "../cause.ts";
import { networkMessage, paymentOf } from "../traffic.ts";

const CODES = 25;
const UNMATCHED = 25;
const OWN_WALLET = "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwc";
/** More failed calls of the custodian than the alert needs to fire. */
const FAILURES = 500;
const WITHIN_MS = 60_000;
const JOB_DUE_SECONDS = 4;

let session: Awaited<ReturnType<AlertLab["openSession"]>> | undefined;

export const WORK_CAUSES: readonly Cause[] = [
  {
    alerts: ["TesseraRatesUnusable", "TesseraRegularWorkFailing"],
    how: "The source of exchange rates has not answered since the start.",
    make: async () => undefined,
    remedy: ({ outside }) => outside.startRates(),
  },
  {
    alerts: ["TesseraMailLate", "TesseraJobsGivenUp"],
    how: "No mail server listens; 25 codes are requested, and one of their mails has no try left.",
    async make(lab) {
      for (let number = 0; number < CODES; number += 1) {
        await requestCode(partyOf(lab), number);
      }
      const end = performance.now() + WITHIN_MS;
      while (!(await giveUpOne(lab))) {
        if (performance.now() > end) {
          throw new Error("no mail is being retried");
        }
        await sleep(500);
      }
    },
    async remedy(lab) {
      const mail = await lab.outside.startMail();
      const end = performance.now() + WITHIN_MS;
      while (mail.accepted.length < CODES - 1 && performance.now() < end) {
        await sleep(500);
      }
      // A day later.
      await lab.admin`
        update jobs.job_common set completed_on = completed_on - interval '25 hours'
        where state = 'failed'`;
    },
  },
  {
    alerts: ["TesseraJobsLate"],
    how: "A job is due, and a session has locked it.",
    async make(lab) {
      await lab.admin`
        insert into jobs.job (name, policy, singleton_key, start_after)
        values ('hourly', 'exclusive', 'lab', now() + make_interval(secs => ${JOB_DUE_SECONDS}))`;
      session = await lab.openSession();
      await session.sql`begin`;
      await session.sql`
        select from jobs.job_common where name = 'hourly' and singleton_key = 'lab' for update`;
    },
    async remedy(lab) {
      await lab.admin`select pg_terminate_backend(${session?.pid ?? 0})`;
    },
  },
  {
    alerts: ["TesseraMessagesUnmatched", "TesseraWorkWaiting"],
    how: "25 clearings arrive whose authorizations are unknown.",
    make: (lab) =>
      eachUnmatched((networkReference) => {
        const { pan, currency, merchant } = paymentOf(lab.quietCaller(3), "0.01");
        const payment = { pan, currency, merchant };
        return networkMessage(lab.url, "clear", { networkReference, amount: "0.01", payment });
      }),
    // They match by themselves once the authorizations are known.
    remedy: (lab) =>
      eachUnmatched((networkReference) =>
        networkMessage(lab.url, "authorize", {
          ...paymentOf(lab.quietCaller(3), "0.01"),
          networkReference,
        }),
      ),
  },
  {
    alerts: ["TesseraPayoutsStrange"],
    how: "The custodian reports a status of a payout that Tessera does not know.",
    async make(lab) {
      const id = await withdraw(lab, 4);
      setStatus(lab, id, "held_by_treasury");
    },
    async remedy(lab) {
      for (const id of lab.outside.custodian.payouts.keys()) {
        setStatus(lab, id, "completed");
      }
    },
  },
  {
    alerts: ["TesseraProviderMessagesLate"],
    how: "The custodian sends a message about a payout, and does not answer questions about it.",
    async make(lab) {
      const { custodian } = lab.outside;
      const id = await withdraw(lab, 5);
      for (let number = 0; number < FAILURES; number += 1) {
        custodian.next(/GET .*payouts/, "server_error");
      }
      const statuses = await custodian.tell(`${lab.url}/webhooks/payout`, id);
      if (statuses.some((status) => status !== 200)) {
        throw new Error(`the message was answered with ${statuses.join()}`);
      }
    },
    async remedy({ outside }) {
      outside.custodian.forgetFates();
    },
  },
  {
    alerts: ["TesseraCustodianRowsSkipped"],
    how: "The custodian's feed has a row that is no transfer.",
    async make({ outside }) {
      outside.custodian.addRow({ nonsense: true });
    },
    // The alert ends by itself: the row's place is in the log, and rows after it are credited.
    remedy: async () => undefined,
  },
];

/** Lets a mail that is being retried have no try after the next one. */
async function giveUpOne(lab: AlertLab): Promise<boolean> {
  const found = await lab.admin`
    update jobs.job_common set retry_limit = retry_count where id = (
      select id from jobs.job_common where name = 'mail' and state = 'retry' limit 1)
    returning id`;
  return found.length > 0;
}

function partyOf(lab: AlertLab) {
  return {
    addresses: lab.urls,
    history: { write: () => undefined },
    random: Math.random,
    ownerUrl: lab.environment.server.ownerUrl,
    end: clockMs() + WITHIN_MS,
  };
}

async function eachUnmatched(send: (reference: string) => Promise<unknown>): Promise<void> {
  for (let number = 0; number < UNMATCHED; number += 1) {
    await send(`lab-unmatched-${number}`);
  }
}

/** Lets a customer withdraw, and waits until the custodian has the order. Returns its id. */
async function withdraw(lab: AlertLab, index: number): Promise<string> {
  const { custodian } = lab.outside;
  const before = new Set(custodian.payouts.keys());
  const { customerId } = lab.quietCaller(index);
  const addressId = await giveAddress(lab.environment.server.ownerUrl, customerId, OWN_WALLET);
  await withdrawOnce(partyOf(lab), lab.quietCaller(index), addressId);
  const end = performance.now() + WITHIN_MS;
  while (performance.now() < end) {
    const ordered = [...custodian.payouts.keys()].find((id) => !before.has(id));
    if (ordered !== undefined) {
      return ordered;
    }
    await sleep(200);
  }
  throw new Error("the custodian got no order");
}

function setStatus({ outside }: AlertLab, id: string, status: string): void {
  const payout = outside.custodian.payouts.get(id);
  if (payout !== undefined) {
    payout.status = status;
    payout.confirmations = 20;
    payout.transactionHash ??= "f".repeat(64);
  }
}
