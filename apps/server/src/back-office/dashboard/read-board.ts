import {
  type Board,
  type BoardWindow,
  STANDING_CHECKS,
  VOLUME_KINDS,
  type VolumeKind,
} from "@tessera/contract/back-office/dashboard.schemas";
import { DECLINE_NAMES } from "@tessera/contract/errors/decline-names";
import type { DeclineCode } from "@tessera/contract/errors/declines";
import type { Locale } from "@tessera/contract/errors/locales";
import { formatAmount } from "@tessera/money";
import { type NumberBurst, recentNumberBursts } from "../../authorization/requests/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { wireId } from "../../platform/ids.ts";
import type { QueueReader } from "../../platform/jobs/queue-reader.ts";
import {
  type FailingWork,
  selectFailingWork,
} from "../../platform/jobs/regular-work.repository.ts";
import {
  type StopAtHand,
  selectOpenStops,
  stoppedAccountsQueue,
} from "./account-stops.repository.ts";
import { windowStarts } from "./board-window.policy.ts";
import {
  type HourRow,
  selectAuthorizations,
  selectVolumes,
  type VolumeRow,
} from "./counters.repository.ts";
import { type JobState, selectJobStates } from "./job-states.repository.ts";
import { selectResults } from "./standing-checks.repository.ts";

export interface BoardQuestion {
  readonly window: BoardWindow;
  readonly locale: Locale;
}

const APPROVED = "approved";
/** How many reasons for declines the dashboard shows. */
export const MAX_DECLINES = 12;

/** Reads the dashboard from counters, which lag only seconds behind the ledger. */
export async function readBoard(
  context: AppContext,
  queues: readonly QueueReader[],
  { window, locale }: BoardQuestion,
): Promise<Board> {
  const { db, clock, config } = context;
  const { kysely } = db;
  const now = clock.now();
  const { timeZone } = config;
  const starts = windowStarts(window, now, timeZone);
  const since = starts[0] ?? now;
  const [hours, volumes, jobs, failing, results, waiting, stops, bursts] = await Promise.all([
    selectAuthorizations(kysely, since),
    selectVolumes(kysely, since),
    selectJobStates(kysely, since),
    selectFailingWork(kysely),
    selectResults(kysely),
    readQueues(context, [...queues, stoppedAccountsQueue], now),
    selectOpenStops(kysely),
    recentNumberBursts(kysely, now),
  ]);
  return {
    window,
    since: since.toISOString(),
    at: now.toISOString(),
    timeZone,
    authorisations: authorizationsOf(hours, starts, locale),
    volumes: volumes.flatMap(presentVolume),
    queues: waiting,
    jobs: [...failing.map(presentFailing), ...jobs.map(presentJob)],
    checks: STANDING_CHECKS.map((check) => {
      const result = results.find(({ name }) => name === check);
      return {
        check,
        holds: result?.holds ?? null,
        checkedAt: result?.checked_at.toISOString() ?? null,
      };
    }),
    stops: stops.map(presentStop),
    unknownNumbers: bursts.map(presentBurst),
  };
}

function presentBurst({ bin, tries, beganAt, lastAt }: NumberBurst) {
  return { bin, tries, since: beganAt.toISOString(), lastAt: lastAt.toISOString() };
}

function presentStop({ id, customerId, kind, currency, check, stoppedAt }: StopAtHand) {
  return {
    id: wireId("stop", id),
    customerId: wireId("cus", customerId),
    account: kind === "card" || kind === "receivable" ? kind : ("account" as const),
    currency,
    check,
    at: stoppedAt.toISOString(),
  } as const;
}

function presentJob({ oldest_at: oldestAt, ...job }: JobState): Board["jobs"][number] {
  return { ...job, oldestAt: oldestAt?.toISOString() ?? null };
}

/** Presents failing work. Such work is not waiting in a queue, since its next run repeats it. */
function presentFailing(work: FailingWork): Board["jobs"][number] {
  const { name: queue, failures: failed, last_error: lastError, first_failed_at: since } = work;
  return { queue, waiting: 0, retrying: 0, failed, oldestAt: since.toISOString(), lastError };
}

async function readQueues(
  { db }: AppContext,
  queues: readonly QueueReader[],
  now: Date,
): Promise<Board["queues"]> {
  return Promise.all(
    queues.map(async ({ queue, read }) => {
      const { count, oldestAt } = await read(db.kysely, now);
      return { queue, count, oldestAt: oldestAt?.toISOString() ?? null };
    }),
  );
}

/** Returns the approval rate, in tenths of a percent; null if there were no requests. */
export function approvalPerMille(approved: number, declined: number): number | null {
  const asked = approved + declined;
  return asked === 0 ? null : Math.round((approved * 1_000) / asked);
}

function authorizationsOf(
  hours: readonly HourRow[],
  starts: readonly Date[],
  locale: Locale,
): Board["authorisations"] {
  const buckets = starts.map((at) => ({ at: at.toISOString(), approved: 0, declined: 0 }));
  const byCode = new Map<string, number>();
  for (const { hour, code, count } of hours) {
    byCode.set(code, (byCode.get(code) ?? 0) + count);
    const bucket = buckets[starts.findLastIndex((start) => start <= hour)];
    if (bucket !== undefined) {
      bucket[code === APPROVED ? "approved" : "declined"] += count;
    }
  }
  const approved = byCode.get(APPROVED) ?? 0;
  const declines = [...byCode]
    .filter(([code]) => code !== APPROVED)
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .map(([code, count]) => ({ code, message: declineMessage(code, locale), count }));
  const declined = declines.reduce((sum, { count }) => sum + count, 0);
  return {
    approved,
    declined,
    approvalPerMille: approvalPerMille(approved, declined),
    declines: declines.slice(0, MAX_DECLINES),
    buckets,
  };
}

/**
 * Returns why payments were declined, worded for operators. A code from a later version is returned
 * unchanged.
 */
function declineMessage(code: string, locale: Locale): string {
  return isDeclineCode(code) ? DECLINE_NAMES[code][locale] : code;
}

function isDeclineCode(code: string): code is DeclineCode {
  return Object.hasOwn(DECLINE_NAMES, code);
}

function isVolumeKind(kind: string): kind is VolumeKind {
  return (VOLUME_KINDS as readonly string[]).includes(kind);
}

function presentVolume({ kind, currency, count, amount_minor }: VolumeRow): Board["volumes"] {
  return isVolumeKind(kind)
    ? [{ kind, currency, count, amount: formatAmount(amount_minor, currency) }]
    : [];
}
