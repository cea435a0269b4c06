import { STANDING_CHECKS } from "@tessera/contract/back-office/dashboard.schemas";
import type { AppContext } from "../../platform/context.ts";
import { selectFailingWork } from "../../platform/jobs/regular-work.repository.ts";
import type { Figure, FigureSource } from "../../platform/telemetry/figures.ts";
import { stoppedAccountsQueue } from "./account-stops.repository.ts";
import { boardQueues } from "./board-queues.ts";
import { countJobs } from "./job-states.repository.ts";
import { readVerification } from "./seal-verification.repository.ts";
import { findSealAges, selectResults } from "./standing-checks.repository.ts";

const secondsBetween = (from: Date, to: Date) =>
  Math.max(0, (to.getTime() - from.getTime()) / 1_000);

/** Returns gauges for the job queues and for scheduled work that is failing. */
export function measureJobs({ db }: AppContext): FigureSource {
  return {
    name: "jobs",
    gauges: {
      tessera_jobs: {
        help: "Jobs by queue and state; failed ones are those given up in the last 24 hours",
        labelNames: ["queue", "state"],
      },
      tessera_jobs_oldest_age_seconds: {
        help: "How long the oldest job of a queue has been waiting to run; 0 without one",
        labelNames: ["queue"],
      },
      tessera_regular_work_failures: {
        help: "Failures in a row of scheduled work; absent while it succeeds",
        labelNames: ["work"],
      },
    },
    async read() {
      const jobs = await countJobs(db.kysely);
      const failing = await selectFailingWork(db.kysely);
      return [
        ...jobs.flatMap(({ queue, state, count, oldestSeconds }): Figure[] => [
          { gauge: "tessera_jobs", labels: { queue, state }, value: count },
          ...(state === "waiting"
            ? [
                {
                  gauge: "tessera_jobs_oldest_age_seconds",
                  labels: { queue },
                  value: Math.max(0, oldestSeconds ?? 0),
                },
              ]
            : []),
        ]),
        ...failing.map(({ name: work, failures }) => ({
          gauge: "tessera_regular_work_failures",
          labels: { work },
          value: failures,
        })),
      ];
    },
  };
}

/** Returns gauges for the ledger's checks and seals. */
export function measureChecks({ db, clock }: AppContext): FigureSource {
  const labelNames = ["check"];
  return {
    name: "ledger_checks",
    gauges: {
      tessera_ledger_check_violated: {
        help: "Whether the last run of a ledger check found a violation",
        labelNames,
      },
      tessera_ledger_check_age_seconds: { help: "Time since a ledger check last ran", labelNames },
      tessera_seal_age_seconds: { help: "Time since the newest seal; absent before the first" },
      tessera_seals_newest_block: { help: "Number of the newest sealed block" },
      tessera_seals_verified_block: {
        help: "Number of the last of the older blocks that was verified in turn",
      },
      tessera_unsealed_age_seconds: {
        help: "Age of the oldest movement that no seal covers; 0 without one",
      },
    },
    async read() {
      const now = clock.now();
      const results = await selectResults(db.kysely);
      const ages = await findSealAges(db.kysely, now);
      const figures: Figure[] = STANDING_CHECKS.flatMap((check) => {
        const result = results.find(({ name }) => name === check);
        const labels = { check };
        return result === undefined
          ? []
          : [
              {
                gauge: "tessera_ledger_check_violated",
                labels,
                value: result.holds ? 0 : 1,
              },
              {
                gauge: "tessera_ledger_check_age_seconds",
                labels,
                value: secondsBetween(result.checked_at, now),
              },
            ];
      });
      const newest = ages?.newestSealSeconds ?? null;
      if (newest !== null) {
        figures.push({ gauge: "tessera_seal_age_seconds", value: Math.max(0, newest) });
      }
      figures.push(
        { gauge: "tessera_seals_newest_block", value: ages?.newestBlock ?? 0 },
        {
          gauge: "tessera_seals_verified_block",
          value: Number((await readVerification(db.kysely)).verified_to),
        },
      );
      const unsealed = Math.max(0, ages?.oldestUnsealedSeconds ?? 0);
      return [...figures, { gauge: "tessera_unsealed_age_seconds", value: unsealed }];
    },
  };
}

/** Returns gauges for the work that is waiting for operators, as shown on the dashboard. */
export function measureQueues(context: AppContext): FigureSource {
  const labelNames = ["queue"];
  return {
    name: "operator_queues",
    gauges: {
      tessera_work_waiting: { help: "Entries of a dashboard queue", labelNames },
      tessera_work_oldest_age_seconds: {
        help: "How long the oldest entry of a dashboard queue has waited; 0 without one",
        labelNames,
      },
    },
    async read() {
      const now = context.clock.now();
      const figures: Figure[] = [];
      for (const { queue, read } of [...context.use(boardQueues), stoppedAccountsQueue]) {
        const { count, oldestAt } = await read(context.db.kysely, now);
        const labels = { queue };
        figures.push(
          { gauge: "tessera_work_waiting", labels, value: count },
          {
            gauge: "tessera_work_oldest_age_seconds",
            labels,
            value: oldestAt === null ? 0 : secondsBetween(oldestAt, now),
          },
        );
      }
      return figures;
    },
  };
}
