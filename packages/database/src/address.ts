import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import type { ConnectionOptions } from "node:tls";
import { hostsOf, withoutHostList } from "./hosts.ts";

/** Encryption settings of a connection, interpreted from `sslmode` as in libpq. */
export interface TlsMode {
  /** Whether the connection falls back to plain text if the server has no TLS. */
  readonly isOptional: boolean;
  /** Whether TLS starts with the first byte, without the client requesting it first. */
  readonly isDirect: boolean;
  /** TLS options for Node, including how to verify the server's certificate. */
  readonly options: ConnectionOptions;
}

/**
 * A database address in the form that postgres.js accepts; the other fields hold what it cannot
 * parse.
 */
export interface DatabaseAddress {
  readonly url: string;
  /** The directory of a Unix socket, from `?host=/var/run/postgresql`. */
  readonly socketFolder: string | undefined;
  /** Absent for plain text. */
  readonly tls: TlsMode | undefined;
}

/** The supported values of `sslmode`. */
export const SSL_MODES = [
  "disable",
  "allow",
  "prefer",
  "require",
  "verify-ca",
  "verify-full",
] as const;
type SslMode = (typeof SSL_MODES)[number];

const isSslMode = (text: string): text is SslMode => SSL_MODES.some((mode) => mode === text);

/** Thrown if an address requires encryption that cannot be set up. */
export class AddressError extends Error {
  override readonly name = "AddressError";
}

/**
 * Parses an address such as `postgres://role@host/name?sslmode=verify-full&sslrootcert=ca.pem`.
 *
 * @throws AddressError for an unknown `sslmode` or an unreadable certificate file
 */
export function readAddress(url: string): DatabaseAddress {
  const parsed = withoutHostList(new URL(url));
  const query = parsed.searchParams;
  const rootCertificate = query.get("sslrootcert");
  const mode = query.get("sslmode") ?? (rootCertificate === "system" ? "verify-full" : "disable");
  const socketFolder = query.get("host") ?? undefined;
  if (!isSslMode(mode)) {
    throw new AddressError(`sslmode=${mode} is none of ${SSL_MODES.join(", ")}`);
  }
  for (const name of ["sslmode", "sslrootcert", "host"]) {
    query.delete(name);
  }
  const tls =
    mode === "disable" || socketFolder !== undefined
      ? undefined
      : tlsModeOf(mode, rootCertificate, query.get("sslnegotiation") === "direct");
  return { url: parsed.href, socketFolder, tls };
}

function tlsModeOf(mode: SslMode, rootCertificate: string | null, isDirect: boolean): TlsMode {
  return {
    isOptional: mode === "allow" || mode === "prefer",
    isDirect,
    options: {
      ...checkOf(mode, rootCertificate),
      ...(isDirect && { ALPNProtocols: ["postgresql"] }),
    },
  };
}

function checkOf(mode: SslMode, rootCertificate: string | null): ConnectionOptions {
  const ca =
    rootCertificate === null || rootCertificate === "system"
      ? undefined
      : readCertificate(rootCertificate);
  if (mode === "verify-full") {
    return { rejectUnauthorized: true, ca };
  }
  // As in libpq, `require` verifies the issuer of the certificate if a certificate authority is
  // configured.
  const isChecked = mode === "verify-ca" || (mode === "require" && ca !== undefined);
  return isChecked
    ? { rejectUnauthorized: true, ca, checkServerIdentity: () => undefined }
    : { rejectUnauthorized: false };
}

function readCertificate(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new AddressError(
      `sslrootcert=${file} cannot be read: put the authority's certificate there`,
    );
  }
}

/**
 * Returns the address for the pg driver, which needs an option to treat `sslmode` as libpq does. Of
 * several hosts, it has the first.
 */
export function libpqAddress(url: string): string {
  const changed = withoutHostList(new URL(url));
  if (changed.searchParams.has("sslmode")) {
    changed.searchParams.set("uselibpqcompat", "true");
  }
  return changed.href;
}

/**
 * Describes a connection without its password, such as `tessera_server at db.example:5432/tessera`.
 */
export function describeAddress(url: string): string {
  const { username, pathname, searchParams } = new URL(url);
  const hosts = hostsOf(url).map(({ host, port }) => `${host}:${port}`);
  const place = searchParams.get("host") ?? hosts.join(", ");
  return `${decodeURIComponent(username) || "the default role"} at ${place}${pathname}`;
}

/** Returns the role in an address; empty if the address has none. */
export function roleOf(url: string): string {
  return decodeURIComponent(new URL(url).username);
}

/** Returns whether a host name or IP address is a loopback address. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "").toLowerCase();
  return (
    bare === "localhost" ||
    bare.endsWith(".localhost") ||
    (isIP(bare) === 4 && bare.startsWith("127.")) ||
    bare === "::1"
  );
}

/**
 * Returns whether a connection is safe from eavesdropping and impersonation: either it stays on
 * this machine, or the server's certificate is verified.
 */
export function isProtected(url: string): boolean {
  const { searchParams } = new URL(url);
  const mode = searchParams.get("sslmode");
  return (
    (searchParams.get("host")?.startsWith("/") ?? false) ||
    hostsOf(url).every(({ host }) => isLoopback(host)) ||
    mode === "verify-full" ||
    (mode === "verify-ca" && searchParams.has("sslrootcert"))
  );
}
