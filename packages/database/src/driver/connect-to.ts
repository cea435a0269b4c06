import postgres from "postgres";
import { type DatabaseAddress, readAddress } from "../address.ts";
import { databaseErrorKind } from "../database-errors.ts";
import { primaryOf } from "./find-primary.ts";
import { openSocket, type SilenceLimit, type Target } from "./open-socket.ts";

const CONNECT_TIMEOUT_S = 10;

/**
 * How long a connection for work without a time limit may stay silent, in milliseconds, before
 * another connection is opened to ask whether the server still answers.
 */
export const LONG_SILENCE_MS = 30_000;
/** How long the server may take to accept that connection, and then to answer on it. */
const ASK = { connectTimeoutS: 10, silenceMs: 10_000 };

/** Returns the postgres.js option for a Unix socket. */
export function pathOf({ socketFolder, url }: Pick<DatabaseAddress, "socketFolder" | "url">): {
  path?: string;
} {
  return socketFolder === undefined
    ? {}
    : { path: `${socketFolder}/.s.PGSQL.${new URL(url).port || 5432}` };
}

type ConnectOptions = Pick<
  postgres.Options<Record<string, never>>,
  "connection" | "connect_timeout"
>;

/**
 * Creates a postgres.js client with a single connection for work that may take any time, such as a
 * migration or a backup, encrypted as the address specifies. A connection that is silent for 30 s
 * is closed if the server does not answer on another one.
 *
 * @param silence limit to use instead
 * @throws AddressError for an address whose encryption cannot be set up
 */
export function connectTo(
  url: string,
  options: ConnectOptions,
  silence: SilenceLimit = { silenceMs: LONG_SILENCE_MS, isAlive: serverAnswers(url) },
): postgres.Sql {
  const { tls, ...address } = readAddress(url);
  const connectTimeoutMs = Number(options.connect_timeout ?? CONNECT_TIMEOUT_S) * 1_000;
  // Missing from the types of postgres.js, although documented in its readme.
  const opening = { connectTimeoutMs, tls, silence, primary: primaryOf(url) };
  const ownSocket = { socket: (target: Target) => openSocket(target, opening) };
  return postgres(address.url, {
    max: 1,
    // A session may hold a lock, and lasts as long as its work.
    max_lifetime: null,
    onnotice: () => undefined,
    ...options,
    ...pathOf(address),
    ...ownSocket,
    ssl: false,
  });
}

/**
 * Returns a function that tells whether the server answers a new connection within 20 s. A refusal,
 * such as for too many connections, is an answer.
 */
export function serverAnswers(url: string): () => Promise<boolean> {
  return async () => {
    const options = {
      connect_timeout: ASK.connectTimeoutS,
      connection: { application_name: "tessera-ask" },
    };
    const sql = connectTo(url, options, { silenceMs: ASK.silenceMs });
    try {
      await sql`select`;
      return true;
    } catch (error) {
      return databaseErrorKind(error) !== "connection_lost";
    } finally {
      sql.end({ timeout: 1 }).catch(() => undefined);
    }
  };
}
