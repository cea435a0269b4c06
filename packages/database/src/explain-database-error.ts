import { AddressError, describeAddress } from "./address.ts";
import { databaseErrorCode, databaseErrorKind } from "./database-errors.ts";

const UNREACHABLE = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
  "ENOENT",
  "CONNECT_TIMEOUT",
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
]);

const UNTRUSTED = new Set([
  "SELF_SIGNED_CERT_IN_CHAIN",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "CERT_SIGNATURE_FAILURE",
  "ERR_TLS_CERT_ALTNAME_INVALID",
]);

const PREPARE = "npm run tessera -- prepare-database";
const MIGRATE = "npm run tessera -- migrate";

/**
 * Explains in one sentence why a database could not be used, and what to run or set.
 *
 * @param address the setting that contains the address, and its value; the password is left out
 * @returns undefined for an error unrelated to database setup
 */
export function explainDatabaseError(
  error: unknown,
  address: { readonly setting: string; readonly url: string },
): string | undefined {
  if (error instanceof AddressError) {
    return `${address.setting}: ${error.message}.`;
  }
  const code = databaseErrorCode(error) ?? "";
  const who = describeAddress(address.url);
  const detail = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
  if (UNTRUSTED.has(code)) {
    return (
      `${address.setting}: the certificate of ${who} is not trusted (${code}). Name the file of ` +
      "its authority in the address, with sslrootcert=/path/ca.pem."
    );
  }
  if (code === "55000" && databaseErrorKind(error) === "server_unavailable") {
    return (
      `${address.setting}: ${who} lets nobody in. If the database has moved to another server, ` +
      "use its address there (docs/cells.md)."
    );
  }
  if (code === "NO_PRIMARY") {
    return (
      `${address.setting}: no host accepts writes as ${who}. Start PostgreSQL, or correct the ` +
      "address."
    );
  }
  if (UNREACHABLE.has(code)) {
    return (
      `${address.setting}: cannot connect as ${who} (${code}). Start PostgreSQL, or correct the ` +
      "address."
    );
  }
  return meaningOf(code, { setting: address.setting, who, detail });
}

function meaningOf(
  code: string,
  { setting, who, detail }: { setting: string; who: string; detail: string },
): string | undefined {
  switch (code) {
    case "28P01":
    case "28000":
      return (
        `${setting}: PostgreSQL refuses ${who}: ${detail}. Set the role's own password in the ` +
        (setting === "DATABASE_ADMIN_URL"
          ? "address."
          : `address; if there is no such role yet, run ${PREPARE}.`)
      );
    case "3D000":
      return `${setting}: there is no such database (${who}). Run ${PREPARE}.`;
    case "42501":
      return (
        `${setting}: ${who} lacks a privilege: ${detail}. Run ${PREPARE} for roles and ` +
        `databases, then ${MIGRATE} for tables.`
      );
    case "42704":
      return `${setting}: something is missing for ${who}: ${detail}. Run ${PREPARE}.`;
    case "42P01":
    case "3F000":
      return `${setting}: the schema is missing for ${who}: ${detail}. Run ${MIGRATE}.`;
    case "58P01":
    case "0A000":
      return (
        `${setting}: the server of ${who} lacks something: ${detail}. Tessera runs on ` +
        "PostgreSQL 18 and needs no extension."
      );
    case "53300":
      return `${setting}: the server of ${who} has no connections left. Raise max_connections.`;
    case "57P03":
      return `${setting}: the server of ${who} is starting or stopping. Try again in a moment.`;
    default:
      return undefined;
  }
}
