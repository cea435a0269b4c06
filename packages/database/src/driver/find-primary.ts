import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { readAddress } from "../address.ts";
import { databaseErrorCode, databaseErrorKind, NoPrimaryError } from "../database-errors.ts";
import { type Host, hostsOf, onHost } from "../hosts.ts";
import { openSocket, type Primary, type Target } from "./open-socket.ts";

/** Pause between two rounds of questions, in ms: the time that a switch of hosts may cost. */
const PAUSE_MS = 50;
const ANSWER_WITHIN_MS = 1_000;

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

/** Asks all hosts at the same time, again and again, until one of them accepts writes. */
export function createFinder(
  hosts: readonly Host[],
  askHost: (host: Host) => Promise<Reply>,
): Primary {
  let known: Host | undefined;
  let searching: Promise<Host | undefined> | undefined;

  /** Asks every host. A host that does not respond does not delay the answer of the primary. */
  async function search(): Promise<Host | undefined> {
    const replies = new Map<Host, Reply>();
    const found = Promise.withResolvers<Host | undefined>();
    for (const host of hosts) {
      void replyOf(host).then((reply) => {
        replies.set(host, reply);
        if (reply === "writable") {
          found.resolve(host);
        } else if (replies.size === hosts.length) {
          // The driver finds out why such a host refuses, such as for a wrong password.
          found.resolve(hosts.find((one) => replies.get(one) === "undecided"));
        }
      });
    }
    const host = await found.promise;
    known = host !== undefined && replies.get(host) === "writable" ? host : undefined;
    searching = undefined;
    return host;
  }

  /** Asks a host. A question that fails decides nothing, and the search goes on. */
  async function replyOf(host: Host): Promise<Reply> {
    try {
      return await askHost(host);
    } catch {
      return "undecided";
    }
  }

  return {
    async find(withinMs) {
      const end = performance.now() + withinMs;
      for (;;) {
        searching ??= known === undefined ? search() : undefined;
        const left = Math.max(end - performance.now(), 1);
        const late = sleep(left, undefined, { ref: false });
        const found = known ?? (await Promise.race([searching, late]));
        if (found !== undefined) {
          return found;
        }
        if (performance.now() + PAUSE_MS >= end) {
          throw new NoPrimaryError();
        }
        await sleep(PAUSE_MS);
      }
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
        ...{ connectTimeoutMs: ANSWER_WITHIN_MS, tls },
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
