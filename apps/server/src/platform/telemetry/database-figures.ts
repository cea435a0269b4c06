import type { AppContext } from "../context.ts";
import { findWalArchive, selectStandbys } from "../database/server-figures.repository.ts";
import type { Figure, FigureSource } from "./figures.ts";

/** Creates the source for the state of this process's connections and its ledger's queue. */
function processFigures({ db, ledger }: AppContext): FigureSource {
  return {
    name: "process",
    isOfProcess: true,
    gauges: {
      tessera_database_pool_connections: {
        help: "Connections that this process may open",
        labelNames: ["pool"],
      },
      tessera_database_pool_busy_connections: { help: "Connections lent to a transaction" },
      tessera_database_pool_waiting_borrowers: {
        help: "Transactions that wait because all connections are lent",
      },
      tessera_database_lost_connections_total: {
        help: "Connections lost, whatever the reason",
        labelNames: ["pool"],
        isCounter: true,
      },
      tessera_database_silent_connections_total: {
        help: "Connections closed because they owed a response and were silent",
        labelNames: ["pool"],
        isCounter: true,
      },
      tessera_ledger_queue_movements: {
        help: "Movements that wait for a place in a batch",
        labelNames: ["priority"],
      },
    },
    async read() {
      const { pooled, pipelined } = db.figures();
      const queued = ledger.queued();
      return [
        ...Object.entries({ pooled, pipelined }).flatMap(([pool, { size, lost, silent }]) => [
          { gauge: "tessera_database_pool_connections", labels: { pool }, value: size },
          { gauge: "tessera_database_lost_connections_total", labels: { pool }, value: lost },
          { gauge: "tessera_database_silent_connections_total", labels: { pool }, value: silent },
        ]),
        { gauge: "tessera_database_pool_busy_connections", value: pooled.busy },
        { gauge: "tessera_database_pool_waiting_borrowers", value: pooled.waiting },
        ...Object.entries(queued).map(([priority, value]) => ({
          gauge: "tessera_ledger_queue_movements",
          labels: { priority },
          value,
        })),
      ];
    },
  };
}

/**
 * Creates the source for the state of replication and the WAL archive, insofar as the server's role
 * can see it.
 */
function serverFigures({ db }: AppContext): FigureSource {
  return {
    name: "database_server",
    gauges: {
      tessera_replication_lag_seconds: {
        help: "How long a standby takes to replay; 0 if it has caught up",
        labelNames: ["standby"],
      },
      tessera_replication_behind_bytes: {
        help: "WAL that a standby has not replayed",
        labelNames: ["standby"],
      },
      tessera_replication_synchronous: {
        help: "Whether commits wait for a standby",
        labelNames: ["standby"],
      },
      tessera_wal_archive_age_seconds: { help: "Time since a WAL file was archived last" },
      tessera_wal_archive_failing: { help: "Whether the last attempt to archive a file failed" },
    },
    async read() {
      const standbys = await selectStandbys(db.kysely);
      const archive = await findWalArchive(db.kysely);
      const figures: Figure[] = standbys.flatMap((one) => {
        const labels = { standby: one.name };
        const isSynchronous = one.syncState === "sync" || one.syncState === "quorum";
        return [
          { gauge: "tessera_replication_lag_seconds", labels, value: one.replayLagSeconds ?? 0 },
          { gauge: "tessera_replication_behind_bytes", labels, value: one.behindBytes },
          { gauge: "tessera_replication_synchronous", labels, value: isSynchronous ? 1 : 0 },
        ];
      });
      if (archive !== undefined) {
        figures.push({ gauge: "tessera_wal_archive_failing", value: archive.isFailing ? 1 : 0 });
        if (archive.lastAgeSeconds !== null) {
          figures.push({ gauge: "tessera_wal_archive_age_seconds", value: archive.lastAgeSeconds });
        }
      }
      return figures;
    },
  };
}

/**
 * The sources for the process and for the database server. The process source does not need the
 * database.
 */
export const PLATFORM_FIGURES = [processFigures, serverFigures] as const;
