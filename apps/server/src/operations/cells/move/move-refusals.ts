import { databaseName, roleOf } from "@tessera/database";
import type { ServerDatabase, ServerFacts, StandbyFacts } from "./move-facts.repository.ts";
import { type MoveServer, type MoveServers, nameOf } from "./move-servers.ts";
import { canCommit } from "./standby-names.policy.ts";

/** Before this version, pg_stat_activity lacks sessions that are still connecting. */
const LEAST_VERSION = 18;

/** What a refusal is about, in addition to the servers themselves. */
export interface MoveFacts {
  readonly cell: number;
  readonly servers: Pick<MoveServers, "from" | "to">;
}

/** Returns the lines with which an operator makes a standby of a server. */
function standbyLines({ place: { host, port } }: Pick<MoveServer, "place">): string {
  return [
    "On the new machine, as the user that runs PostgreSQL, with an empty data directory $PGDATA",
    "and a role that may replicate:",
    "",
    `  pg_basebackup --pgdata="$PGDATA" --dbname="host=${host} port=${port} user=replicator" \\`,
    "    --write-recovery-conf --checkpoint=fast --wal-method=stream",
    '  pg_ctl start -D "$PGDATA"',
  ].join("\n");
}

/** Returns why a server is no standby of the one that the cell leaves; undefined if it is one. */
export function standbyRefusal({ cell, servers: { from, to } }: MoveFacts): string | undefined {
  const place = nameOf(to);
  if (from.facts.system !== to.facts.system) {
    return (
      `${place} is another system: its system identifier is ${to.facts.system}, and that of cell ` +
      `${cell} is ${from.facts.system}. Only a standby of the cell can take over.\n\n` +
      standbyLines(from)
    );
  }
  if (to.facts.isStandby) {
    return undefined;
  }
  const { startedAt, port } = from.facts;
  if (to.facts.startedAt === startedAt && to.facts.port === port) {
    return `--to names the server that cell ${cell} is on already, ${place}.`;
  }
  return (
    `${place} is not a standby: it is a copy of cell ${cell} that accepts writes of its own. ` +
    `Never let servers use it. Make a new standby.\n\n${standbyLines(from)}`
  );
}

/** Returns why a cell must not be fenced now; undefined if it may be fenced. */
export function fenceRefusal(
  { cell, servers: { from, to } }: MoveFacts,
  standby: StandbyFacts,
  lasting: readonly string[],
): string | undefined {
  if (from.facts.hasPatroni || to.facts.hasPatroni) {
    return (
      `Patroni manages the PostgreSQL of cell ${cell} and would undo the move. Add the new ` +
      "machine to its cluster and use patronictl switchover (docs/failover.md)."
    );
  }
  return (
    versionRefusal(cell, { from, to }) ??
    privilegeRefusal(cell, from) ??
    privilegeRefusal(cell, to) ??
    sessionsRefusal(lasting) ??
    replayRefusal(to, standby)
  );
}

type Versioned = Pick<MoveServer, "place"> & { readonly facts: Pick<ServerFacts, "version"> };

/** Returns why the servers' versions prevent a move; undefined if they do not. */
export function versionRefusal(
  cell: number,
  { from, to }: Readonly<Record<"from" | "to", Versioned>>,
): string | undefined {
  const [own, other] = [from.facts.version, to.facts.version];
  if (own !== other) {
    return `${nameOf(to)} is PostgreSQL ${other}, and cell ${cell} is ${own}.`;
  }
  return own >= LEAST_VERSION
    ? undefined
    : `Cell ${cell} is on PostgreSQL ${own}, and a move needs PostgreSQL ${LEAST_VERSION} or ` +
        "later on both servers: an older one does not show sessions that are still connecting, " +
        "and what they commit after the fence would be lost.";
}

function privilegeRefusal(cell: number, server: MoveServer): string | undefined {
  const { facts, databases } = server;
  if (facts.isSuperuser) {
    return undefined;
  }
  const foreign = databases.filter(({ isOwn }) => !isOwn).map(({ name }) => name);
  if (foreign.length > 0) {
    return (
      `The role ${facts.role} does not own every database of cell ${cell}'s PostgreSQL: ` +
      `${foreign.join(", ")}. All of them move. Name a superuser in CELLS and --to.`
    );
  }
  const { lacks, role } = facts;
  if (lacks.length === 0) {
    return undefined;
  }
  const roles = lacks.filter((one) => one !== "pg_promote");
  const grants = [
    ...(roles.length > 0 ? [`grant ${roles.join(", ")} to ${role};`] : []),
    ...(lacks.includes("pg_promote")
      ? [`grant execute on function pg_promote(boolean, integer) to ${role};`]
      : []),
  ];
  return (
    `The role ${role} may not move cell ${cell}. Name a superuser in CELLS and --to, or run as ` +
    `one in the database postgres of the present server: ${grants.join(" ")}`
  );
}

function sessionsRefusal(lasting: readonly string[]): string | undefined {
  return lasting.length === 0
    ? undefined
    : `Only a superuser can end these sessions, and none may be left: ${lasting.join("; ")}. ` +
        "Close them, or name a superuser in CELLS and --to.";
}

function replayRefusal(to: MoveServer, standby: StandbyFacts): string | undefined {
  const place = nameOf(to);
  if (standby.isPaused) {
    return `The standby ${place} replays nothing: run select pg_wal_replay_resume() there.`;
  }
  if (standby.receiver !== "streaming") {
    return (
      `The standby ${place} does not receive the log of its primary now. Its log says why; check ` +
      "primary_conninfo there and pg_hba.conf at the primary."
    );
  }
  if (!canCommit(standby.waitsFor, standby.following)) {
    const { following } = standby;
    const followers = following.length === 0 ? "none follows" : `${following.join(", ")} follow`;
    return (
      `As the primary, ${place} would wait for standbys that do not follow it: its ` +
      `synchronous_standby_names is '${standby.waitsFor}', and ${followers}. ` +
      "Attach its standbys to it first, or empty the setting there."
    );
  }
  return undefined;
}

/** Returns why a database on the new server is not the cell; undefined if it is. */
export function databaseRefusal(
  cell: number,
  to: Pick<MoveServer, "url" | "place">,
  found: number | undefined,
): string | undefined {
  return found === cell
    ? undefined
    : `The database of ${roleOf(to.url)} at ${nameOf(to)} is ` +
        `${found === undefined ? "no cell" : `cell ${found}`}, not cell ${cell}. Correct --to or ` +
        "--number.";
}

/**
 * Returns why a fence would leave the cell's database open; undefined if it closes it.
 *
 * @param databases those that the fence closes
 */
export function unfencedRefusal(
  cell: number,
  from: Pick<MoveServer, "url" | "facts">,
  databases: readonly ServerDatabase[],
): string | undefined {
  const name = databaseName(from.url);
  if (!databases.some((one) => one.name === name)) {
    return (
      `A move cannot close the database ${name} of cell ${cell}: it connects to the database ` +
      "postgres itself, and leaves templates open. While no server runs, rename the database and " +
      `change CELLS, or end its use as a template: alter database "${name}" is_template false.`
    );
  }
  return from.facts.hasOpenBooks
    ? `The PostgreSQL of cell ${cell} has Tessera's tables in the database postgres, too, which ` +
        "a move cannot close. If Tessera uses them, rename that database while no server runs; " +
        "otherwise drop them."
    : undefined;
}
