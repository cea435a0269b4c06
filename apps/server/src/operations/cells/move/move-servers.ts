import { connectTo, type Host, hostsOf, onHost, withDatabaseName } from "@tessera/database";
import type postgres from "postgres";
import { namingDatabase } from "../../../platform/database/naming-database.ts";
import { CommandError } from "../../command-line/command.ts";
import { lockMove, processOf } from "./fence.repository.ts";
import {
  readServerFacts,
  type ServerDatabase,
  type ServerFacts,
  selectDatabases,
} from "./move-facts.repository.ts";

/** A database that exists on every PostgreSQL server, and that a fence leaves open. */
const ANY_DATABASE = "postgres";
const CONNECT_TIMEOUT_S = 5;
/** Shown in pg_stat_activity. */
export const APPLICATION_NAME = "tessera-move";

/** A server that takes part in a move, and a session in a database that stays open. */
export interface MoveServer {
  readonly place: Host;
  /** The address of the cell's database on this server alone. */
  readonly url: string;
  readonly sql: postgres.Sql;
  readonly facts: ServerFacts;
  readonly databases: readonly ServerDatabase[];
}

/** The server that a cell leaves, locked against other moves, and the one that it moves to. */
export interface MoveServers {
  readonly from: MoveServer;
  readonly to: MoveServer;
  /** The process of the session that holds the lock. */
  readonly session: number;
}

/** The server that a cell leaves, while this process holds its lock. */
export type LockedServer = Pick<MoveServers, "from" | "session">;

/** Returns a server as sentences name it, such as `10.0.0.5:5432`. */
export function nameOf({ place: { host, port } }: Pick<MoveServer, "place">): string {
  return `${host}:${port}`;
}

const isSamePlace = (a: Host, b: Host) => a.host === b.host && a.port === b.port;

/**
 * Connects to both servers of a move, and locks the one that the cell leaves.
 *
 * @param urls.from the cell's address in `CELLS`, which may name several hosts
 * @param urls.to the address of the database on the new server
 * @param unreachable returns what to throw if the new server cannot be reached
 * @throws CommandError, DatabaseUnusableError
 */
export async function withMoveServers<T>(
  urls: { readonly from: string; readonly to: string },
  unreachable: (locked: LockedServer, cause: unknown) => Promise<unknown>,
  work: (servers: MoveServers) => Promise<T>,
): Promise<T> {
  const [place, ...more] = hostsOf(urls.to);
  if (place === undefined || more.length > 0) {
    throw new CommandError("--to must name one host.");
  }
  const candidates = hostsOf(urls.from).filter((one) => !isSamePlace(one, place));
  if (candidates.length === 0) {
    throw new CommandError(
      "CELLS names only the server in --to. Name the server that the cell is on now, too, or run " +
        "the command with the settings from before the move.",
    );
  }
  const opened: postgres.Sql[] = [];
  const open = async (url: string, at: Host, setting: string): Promise<MoveServer> => {
    const sql = connectTo(withDatabaseName(url, ANY_DATABASE), {
      connect_timeout: CONNECT_TIMEOUT_S,
      connection: { application_name: APPLICATION_NAME },
    });
    opened.push(sql);
    return namingDatabase({ setting, url: withDatabaseName(url, ANY_DATABASE) }, async () => {
      const facts = await readServerFacts(sql);
      return { place: at, url, sql, facts, databases: await selectDatabases(sql) };
    });
  };
  try {
    const found = await openPrimary(candidates, (one) =>
      open(onHost(urls.from, one), one, "CELLS"),
    );
    // Before the databases are read, so that no other move changes them afterward.
    if (!(await lockMove(found.sql))) {
      throw new CommandError(
        `Another cells move holds the lock on ${nameOf(found)}. Wait until it ends.`,
      );
    }
    const session = await processOf(found.sql);
    const from = { ...found, databases: await selectDatabases(found.sql) };
    const to = await open(urls.to, place, "--to").catch(async (cause: unknown) => {
      throw await unreachable({ from, session }, cause);
    });
    return await work({ from, to, session });
  } finally {
    await Promise.all(opened.map((sql) => sql.end({ timeout: 1 })));
  }
}

/** Opens the first host that is a primary. */
async function openPrimary(
  hosts: readonly Host[],
  open: (host: Host) => Promise<MoveServer>,
): Promise<MoveServer> {
  const failures: unknown[] = [];
  for (const host of hosts) {
    try {
      const server = await open(host);
      if (!server.facts.isStandby) {
        return server;
      }
      failures.push(
        new CommandError(`${nameOf(server)} in CELLS is a standby. Name the primary of the cell.`),
      );
    } catch (error) {
      failures.push(error);
    }
  }
  throw failures[0];
}
