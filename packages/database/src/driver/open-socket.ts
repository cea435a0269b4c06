import { once } from "node:events";
import { connect, isIP, type Socket } from "node:net";
import { type ConnectionOptions, connect as connectTls } from "node:tls";
import { AddressError, type TlsMode } from "../address.ts";
import type { Host } from "../hosts.ts";
import { ResponseWatch } from "./response-watch.ts";

/** The address as parsed by postgres.js. */
export interface Target {
  readonly host: readonly string[];
  readonly port: readonly number[];
  readonly path: string | false | undefined;
}

/**
 * How long a connection may stay silent while a response is due. The borrower may change this
 * limit.
 */
export interface SilenceLimit {
  silenceMs: number;
  /**
   * For work that may take any time: tells whether the server answers otherwise. If it does, the
   * connection may stay silent for as long again.
   */
  isAlive?: (() => Promise<boolean>) | undefined;
  /** Called when a connection is closed because it was silent for too long. */
  readonly onSilence?: () => void;
}

/** Finds the host that accepts writes, if an address names several. */
export interface Primary {
  /** @throws NoPrimaryError if no host accepts writes within this time */
  find(withinMs: number): Promise<Host>;
  /** A connection to this host ended, so that the host may no longer be the one. */
  lost(host: Host): void;
}

interface SocketOptions {
  /** How long opening may take in all, including the search for the host. */
  readonly connectTimeoutMs: number;
  /** If absent, the only host of the address is used. */
  readonly primary?: Primary | undefined;
  /** Called on any error, before postgres.js sees it. */
  readonly lost?: () => void;
  /** If absent, there is no limit on silence. */
  readonly silence?: SilenceLimit;
  /** Absent for plain text. */
  readonly tls?: TlsMode | undefined;
}

const CHECK_INTERVAL_MS = 250;
/**
 * How long a connection carries nothing before the system asks the other machine for a sign of
 * life, in milliseconds. Without one for ten more seconds, the connection is lost.
 */
const KEEP_ALIVE_MS = 30_000;
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const SSL_ACCEPTED = "S";

/**
 * Opens the socket for postgres.js to use, with Nagle's algorithm turned off. postgres.js leaves it
 * on, which makes each small message of a COPY wait up to 40 ms for the other side. With `silence`,
 * a connection that stays silent for that long while a response is due is destroyed with
 * `ETIMEDOUT`, and everything sent on it fails. A connection that owes nothing is lost when its
 * machine gives no sign of life. It fails with `ECONNRESET` if the other side closes
 * it before the first response, as a proxy without a server does, or if its first statement fails,
 * which would leave postgres.js without the array types.
 *
 * @throws the socket's error if it can't be opened in time; AddressError if the server has no TLS;
 * NoPrimaryError if none of several hosts accepts writes in time
 */
export async function openSocket(target: Target, options: SocketOptions): Promise<Socket> {
  const { primary } = options;
  if (primary === undefined) {
    return openSocketTo(target, options);
  }
  const end = performance.now() + options.connectTimeoutMs;
  const found = await primary.find(options.connectTimeoutMs);
  try {
    const connectTimeoutMs = Math.max(end - performance.now(), 1);
    const place: Target = { host: [found.host], port: [found.port], path: false };
    const socket = await openSocketTo(place, { ...options, connectTimeoutMs });
    socket.once("close", () => primary.lost(found));
    return socket;
  } catch (error) {
    primary.lost(found);
    throw error;
  }
}

async function openSocketTo(target: Target, options: SocketOptions): Promise<Socket> {
  const [host = "localhost"] = target.host;
  const plain = await openPlainSocket(target, host, options);
  const socket =
    options.tls === undefined ? plain : await encrypt(plain, host, options.tls, options);
  watchResponses(socket, options.silence);
  // postgres.js looks here for the name to use in a TLS handshake.
  return Object.assign(socket, { host });
}

function openPlainSocket(
  target: Target,
  host: string,
  { connectTimeoutMs, lost }: SocketOptions,
): Promise<Socket> {
  const [port = 5432] = target.port;
  const keepAlive = { keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS };
  const socket = target.path
    ? connect(target.path)
    : connect({ host, port, noDelay: true, ...keepAlive });
  return untilReady(socket, "connect", connectTimeoutMs, lost);
}

/** Waits until a socket is ready, but no longer than the time allowed for opening a connection. */
function untilReady<S extends Socket>(
  socket: S,
  event: "connect" | "secureConnect",
  timeoutMs: number,
  lost: () => void = () => undefined,
): Promise<S> {
  socket.on("error", lost);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      socket.destroy(late("connecting took too long"));
    }, timeoutMs);
    const closed = () => reject(late("the connection ended while it opened"));
    socket.once("error", reject);
    socket.once("close", closed);
    socket.once(event, () => {
      clearTimeout(timer);
      socket.off("error", reject);
      socket.off("close", closed);
      resolve(socket);
    });
    socket.once("close", () => clearTimeout(timer));
  });
}

/**
 * Requests TLS the way PostgreSQL expects: a plain-text message, a one-letter response, then the
 * handshake.
 */
async function encrypt(
  plain: Socket,
  host: string,
  mode: TlsMode,
  { connectTimeoutMs, lost }: SocketOptions,
): Promise<Socket> {
  if (!mode.isDirect && !(await acceptsTls(plain, connectTimeoutMs))) {
    if (mode.isOptional) {
      return plain;
    }
    plain.destroy();
    throw new AddressError(
      "the server has no TLS, which the address requires: turn on ssl in PostgreSQL (live " +
        "mode requires it for a database on another machine)",
    );
  }
  const named: ConnectionOptions = isIP(host) === 0 ? { servername: host } : {};
  // Without `host`, Node would check an IP address's certificate against the name localhost.
  const secure = connectTls({ ...mode.options, ...named, host, socket: plain });
  return untilReady(secure, "secureConnect", connectTimeoutMs, lost);
}

async function acceptsTls(plain: Socket, timeoutMs: number): Promise<boolean> {
  plain.write(SSL_REQUEST);
  try {
    const [letter] = await once(plain, "data", { signal: AbortSignal.timeout(timeoutMs) });
    return String(letter) === SSL_ACCEPTED;
  } catch {
    plain.destroy();
    throw late("the database did not say whether it speaks TLS");
  }
}

/**
 * Fails a connection that is closed before its first response is complete, and one that is silent
 * for too long.
 */
function watchResponses(socket: Socket, silence: SilenceLimit | undefined): void {
  const watch = new ResponseWatch();
  const write = socket.write.bind(socket);
  Object.assign(socket, {
    write(chunk: Buffer, written?: (error?: Error | null) => void): boolean {
      watch.sent(chunk);
      return write(chunk, written);
    },
  });
  socket.on("data", (chunk: Buffer) => {
    watch.received(chunk);
    if (watch.isSpoiled && !socket.destroyed) {
      socket.destroy(reset("the first statement of a connection failed"));
    }
  });
  socket.once("end", () => {
    // Without an error, postgres.js would connect again and again, without limit.
    if (!watch.isOpen) {
      socket.destroy(reset("the connection ended while it opened"));
    }
  });
  if (silence !== undefined) {
    destroyWhenSilent(socket, watch, silence);
  }
}

function destroyWhenSilent(socket: Socket, watch: ResponseWatch, silence: SilenceLimit): void {
  let isAsking = false;
  const destroy = () => {
    if (!socket.destroyed) {
      silence.onSilence?.();
      socket.destroy(late("the database was silent while a response was due"));
    }
  };
  const ask = async (isAlive: () => Promise<boolean>) => {
    isAsking = true;
    const answers = await isAlive().catch(() => false);
    isAsking = false;
    if (answers) {
      watch.forgive();
    } else if (isSilent()) {
      destroy();
    }
  };
  const isSilent = () => watch.silentChecks * CHECK_INTERVAL_MS >= silence.silenceMs;
  const checking = setInterval(() => {
    watch.check();
    if (!isSilent() || isAsking || socket.destroyed) {
      return;
    }
    if (silence.isAlive === undefined) {
      destroy();
    } else {
      void ask(silence.isAlive);
    }
  }, CHECK_INTERVAL_MS);
  checking.unref();
  socket.once("close", () => clearInterval(checking));
}

function reset(message: string): Error {
  return Object.assign(new Error(message), { code: "ECONNRESET" });
}

function late(message: string): Error {
  return Object.assign(new Error(message), { code: "ETIMEDOUT" });
}
