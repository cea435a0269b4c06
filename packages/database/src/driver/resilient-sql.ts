import postgres from "postgres";
import { readAddress } from "../address.ts";
import { LONG_SILENCE_MS, pathOf, serverAnswers } from "./connect-to.ts";
import { primaryOf } from "./find-primary.ts";
import { openSocket, type SilenceLimit, type Target } from "./open-socket.ts";

/** A postgres.js handle that returns bigint columns as `bigint`. */
export type Sql = postgres.Sql<{ bigint: bigint }>;
export type SqlOptions = postgres.Options<{ bigint: postgres.PostgresType<bigint> }>;

export interface ResilientSql {
  readonly sql: Sql;
  /** Returns how many connections have been lost so far. */
  losses(): number;
  end(): Promise<void>;
}

const GRACE_S = 5;
const CONNECT_TIMEOUT_S = 10;
/**
 * Maximum number of connections that a process reserves at the same time, such as for advisory
 * locks.
 */
const MAX_HELD = 3;

/**
 * Opens a postgres.js client that is replaced as soon as one of its connections is lost.
 *
 * postgres.js 3.4 keeps the unsent bytes and the last error of a lost connection. The next
 * connection may start with them, and then hangs or fails an unrelated query. A query sent between
 * a socket's error and its close never gets a response. That is why this module creates the socket
 * itself and, at its first error, directs all further queries to a new client. Queries that are
 * still running on other connections of the old client finish there.
 *
 * A connection that stays silent for `silence` while a response is due counts as lost in the same
 * way, even if the server is frozen and its own timeouts cannot help. Reserved connections use a
 * separate client and may stay silent for as long as the server answers otherwise, because they
 * wait for locks.
 */
export function openResilientSql(
  url: string,
  options: SqlOptions,
  silence?: SilenceLimit,
): ResilientSql {
  const { tls, ...address } = readAddress(url);
  const connectTimeoutMs = Number(options.connect_timeout ?? CONNECT_TIMEOUT_S) * 1_000;
  // openSocket sets up the encryption, because it has to read the messages in plain text.
  const given = { ...options, ...pathOf(address), ssl: false };
  const opening = { connectTimeoutMs, tls, primary: primaryOf(url) };
  let losses = 0;
  let ending = false;
  let current = open();
  // Reserved connections hold locks, and must not end when the client is replaced.
  let aside: Sql | undefined;

  function open(): Sql {
    const lost = () => {
      // A socket's error and close count as one loss: the close may arrive after the next
      // transaction has begun on the new client.
      if (client !== current) {
        return;
      }
      losses += 1;
      if (!ending) {
        current = open();
        client.end({ timeout: GRACE_S }).catch(() => undefined);
      }
    };
    // Missing from the types of postgres.js, although documented in its readme.
    const ownSocket = {
      socket: (target: Target) =>
        openSocket(target, { ...opening, lost, ...(silence && { silence }) }),
    };
    const client: Sql = postgres(address.url, { ...given, ...ownSocket, onclose: lost });
    return client;
  }

  const sql = new Proxy(current, {
    apply: (_target, _self, args) => Reflect.apply(current, undefined, args),
    get(_target, property) {
      if (property === "listen") {
        // LISTEN needs a connection that is checked and replaced by itself.
        throw new TypeError("use the database's listen");
      }
      if (property === "reserve") {
        aside ??= openAside(url, options);
        return aside.reserve;
      }
      return Reflect.get(current, property);
    },
  });
  return {
    sql,
    losses: () => losses,
    async end() {
      ending = true;
      await Promise.all([current.end({ timeout: GRACE_S }), aside?.end({ timeout: GRACE_S })]);
    },
  };
}

/** Opens the client of reserved connections, which may stay silent while the server answers. */
function openAside(url: string, options: SqlOptions): Sql {
  const { tls, ...address } = readAddress(url);
  const connectTimeoutMs = Number(options.connect_timeout ?? CONNECT_TIMEOUT_S) * 1_000;
  const silence = { silenceMs: LONG_SILENCE_MS, isAlive: serverAnswers(url) };
  const opening = { connectTimeoutMs, tls, silence, primary: primaryOf(url) };
  const own = { socket: (target: Target) => openSocket(target, opening) };
  return postgres(address.url, {
    ...{ ...options, ...pathOf(address), ...own },
    ...{ ssl: false, max: MAX_HELD },
  });
}
