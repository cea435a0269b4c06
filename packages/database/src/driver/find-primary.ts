import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { readAddress } from "../address.ts";
import { databaseErrorCode, databaseErrorKind, NoPrimaryError } from "../database-errors.ts";
import { type Host, hostsOf, onHost } from "../hosts.ts";
import { openSocket, type Primary, type Target } from "./open-socket.ts";

/** Pause between two questions to a host, in ms: the time that a switch of hosts may cost. */
const PAUSE_MS = 50;
const CONNECT_WITHIN_MS = 2_000;
/** Longest wait for a host's reply, in milliseconds. Meanwhile, the others are asked. */
const ANSWER_WITHIN_MS = 5_000;
/**
 * How much longer to search, in milliseconds, if no host has replied at all. A server so busy that
 * even this takes long is not absent.
 */
const SLOW_MS = 2_000;

/** What a host says when it is asked whether it accepts writes. */
type Reply = "writable" | "not writable" | "undecided";

const finders = new Map<string, Primary>();

/**
 * Returns what finds the host that accepts writes; undefined if the address has a single host. All
 * connections of a process to one address share what it has found.
 */
export function primaryOf(url: string): Primary | undefined {
  const hosts = hostsOf(url);
  if (hosts.length === 1) {
    return undefined;
  }
  const finder = finders.get(url) ?? createFinder(hosts, (host) => ask(onHost(url, host)));
  finders.set(url, finder);
  return finder;
}

/** A search in progress. */
interface Search {
  /** Undefined if the time was up. */
  readonly found: Promise<Host | undefined>;
  hasReply(): boolean;
}

/** Asks all hosts at the same time, again and again, until one of them accepts writes. */
export function createFinder(
  hosts: readonly Host[],
  askHost: (host: Host) => Promise<Reply>,
): Primary {
  let known: Host | undefined;
  let searching: Search | undefined;
  /** When the last search that somebody waits for ends. */
  let untilMs = 0;

  function search(): Search {
    const replies = new Map<Host, Reply>();
    const outcome = Promise.withResolvers<Host | undefined>();
    let isOver = false;
    const end = (host: Host | undefined) => {
      isOver = true;
      outcome.resolve(host);
    };
    /** Asks one host, whether or not the others reply. */
    const keepAsking = async (host: Host) => {
      while (!isOver && performance.now() < untilMs) {
        const reply = await askHost(host);
        replies.set(host, reply);
        const undecided = hosts.find((one) => replies.get(one) === "undecided");
        if (reply === "writable") {
          known = host;
          end(host);
        } else if (replies.size === hosts.length && undecided !== undefined) {
          // The driver finds out why such a host refuses, such as for a wrong password.
          end(undecided);
        } else {
          await sleep(PAUSE_MS);
        }
      }
    };
    void Promise.all(hosts.map(keepAsking)).then(() => end(undefined));
    const found = outcome.promise.finally(() => {
      searching = undefined;
    });
    return { found, hasReply: () => replies.size > 0 };
  }

  return {
    async find(withinMs) {
      let endMs = performance.now() + withinMs;
      const slowEndMs = endMs + SLOW_MS;
      while (known === undefined) {
        untilMs = Math.max(untilMs, endMs);
        searching ??= search();
        const { found, hasReply } = searching;
        const late = sleep(Math.max(endMs - performance.now(), 1), undefined, { ref: false });
        const host = await Promise.race([found, late]);
        if (host !== undefined) {
          return host;
        }
        if (performance.now() >= endMs) {
          if (hasReply() || endMs === slowEndMs) {
            throw new NoPrimaryError();
          }
          endMs = slowEndMs;
        }
      }
      return known;
    },
    lost(host) {
      if (known === host) {
        known = undefined;
      }
    },
  };
}

/** Connects to a single host and asks whether it accepts writes. */
async function ask(url: string): Promise<Reply> {
  const { tls, ...address } = readAddress(url);
  const own = {
    socket: (target: Target) =>
      openSocket(target, {
        ...{ connectTimeoutMs: CONNECT_WITHIN_MS, tls },
        silence: { silenceMs: ANSWER_WITHIN_MS },
      }),
  };
  const sql = postgres(address.url, {
    ...{ max: 1, ssl: false, fetch_types: false, onnotice: () => undefined },
    connection: { application_name: "tessera-find-primary" },
    ...own,
  });
  try {
    const [row] = await sql<{ isReadOnly: boolean }[]>`
      select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean
        as "isReadOnly"`;
    return row?.isReadOnly === false ? "writable" : "not writable";
  } catch (error) {
    const kind = databaseErrorKind(error);
    const isAbsent = kind === "connection_lost" || kind === "server_unavailable";
    return isAbsent || databaseErrorCode(error) === undefined ? "not writable" : "undecided";
  } finally {
    // Without waiting: the answer is known.
    sql.end({ timeout: 0 }).catch(() => undefined);
  }
}
