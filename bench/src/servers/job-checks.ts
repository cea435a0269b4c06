import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { openMailbox } from "@tessera/e2e/mailbox";
import { freshEmail } from "@tessera/e2e/sandbox-client";
import { requireThat, shownMs } from "./check-list.ts";
import { ownerOfConnection } from "./connection-owner.ts";
import { customerAt, type Lab, originAt } from "./lab.ts";
import { drawCaptcha } from "./people.ts";

const LOOK_EVERY_MS = 100;
const SOON_MS = 120_000;
/** Far longer than the minute after which a job without a sign of its server is run again. */
const TAKEN_OVER_MS = 300_000;
const TODAY = { fromDay: "2026-01-01", toDay: "2027-12-31", timeZone: "UTC" };

async function until<T>(look: () => Promise<T | undefined>, what: string, withinMs: number) {
  const begunMs = performance.now();
  while (performance.now() - begunMs < withinMs) {
    const found = await look();
    if (found !== undefined) {
      return found;
    }
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error(`${what} did not happen within ${shownMs(withinMs)}`);
}

/** Counts the hourly runs in the queue, and in the logs of all servers. */
async function countHourlyRuns(lab: Lab): Promise<string> {
  const runs = await until(
    async () => {
      const rows = await lab.owner<{ state: string; hour: string }[]>`
        select state::text, to_char(singleton_on, 'HH24:MI') as hour from jobs.job
        where name = 'hourly' order by singleton_on`;
      return rows.length > 0 && rows.every(({ state }) => state === "completed") ? rows : undefined;
    },
    "the hourly run",
    SOON_MS,
  );
  const hours = new Set(runs.map(({ hour }) => hour));
  requireThat(hours.size === runs.length, `${runs.length} runs in ${hours.size} hours`);
  const logs = await Promise.all(
    lab.group.ports.map((_, index) => readFile(lab.group.logFile(index), "utf8")),
  );
  const logged = logs.map((text) => text.split("the hourly work is done").length - 1);
  const all = logged.reduce((sum, count) => sum + count, 0);
  requireThat(all === runs.length, `${all} runs in the logs, ${runs.length} in the queue`);
  return `${runs.length} run, by server ${logged.map((count) => count).join(" + ")}`;
}

/**
 * Lets one server begin a job and blocks it at a table, kills that server, and measures when
 * another one has done the job.
 */
async function killWorker(
  lab: Lab,
  table: string,
  {
    begin,
    isDone,
  }: {
    readonly begin: () => Promise<unknown>;
    readonly isDone: () => Promise<true | undefined>;
  },
): Promise<string> {
  const { admin, group } = lab;
  const pids = group.ports.map((_, index) => group.pid(index));
  const blocked = await admin.begin(async (tx) => {
    await tx.unsafe(`lock table ${table} in access exclusive mode`);
    await begin();
    const { pid, backend } = await until(
      async () => {
        const rows = await tx<{ port: number; backend: number }[]>`
          select client_port as port, pid as backend from pg_stat_activity
          where wait_event_type = 'Lock' and pg_backend_pid() = any(pg_blocking_pids(pid))`;
        for (const { port, backend: blockedBackend } of rows) {
          const found = await ownerOfConnection(port, pids);
          if (found !== undefined) {
            return { pid: found, backend: blockedBackend };
          }
        }
        return undefined;
      },
      "the start of the job",
      SOON_MS,
    );
    const index = pids.indexOf(pid);
    await group.kill(index);
    // Otherwise, PostgreSQL would still execute the statement that the server sent last.
    await tx`select pg_terminate_backend(${backend})`;
    return index;
  });
  const killedMs = performance.now();
  try {
    await until(isDone, "the job", TAKEN_OVER_MS);
    const took = shownMs(performance.now() - killedMs);
    return `done by another server ${took} after server ${blocked} was killed`;
  } finally {
    await group.start(blocked);
    await lab.haproxy.untilUp(blocked, true, SOON_MS);
  }
}

function takeOverMail(lab: Lab): Promise<string> {
  const client = lab.newClient();
  const email = freshEmail();
  const { url } = lab.haproxy;
  return killWorker(lab, "sandbox_mail", {
    begin: async () => {
      const solved = await drawCaptcha(client, originAt(lab, 0));
      const body = { email, purpose: "register", ...solved };
      await client.ok(originAt(lab, 0), "POST /api/auth/send-code", { body });
    },
    isDone: async () => ((await openMailbox(url).to(email)).length === 1 ? true : undefined),
  });
}

function takeOverExport(lab: Lab): Promise<string> {
  const { token } = customerAt(lab, 6);
  const client = lab.newClient();
  const { url } = lab.haproxy;
  const path = "/api/reconciliation/exports";
  let id = "";
  return killWorker(lab, "reconciliation_chunk", {
    begin: async () => {
      const body = { ...TODAY, accounts: ["USD"], format: "csv" };
      ({ id } = await client.ok(originAt(lab, 0), `POST ${path}`, { token, body }));
    },
    isDone: async () => {
      const { status } = await client.ok(url, `GET ${path}/${id}`, { token });
      requireThat(status !== "failed", "the export failed");
      return status === "completed" ? true : undefined;
    },
  });
}

/** Checks that jobs run once, and are taken over from a server that was killed. */
export async function checkJobs(lab: Lab): Promise<void> {
  const { checks } = lab;
  await checks.check("hourly work: once for all servers", () => countHourlyRuns(lab));
  await checks.check("job taken over: a mail that a killed server was sending", () =>
    takeOverMail(lab),
  );
  await checks.check("job taken over: an export that a killed server was creating", () =>
    takeOverExport(lab),
  );
}
