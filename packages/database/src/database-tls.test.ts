import { execFileSync } from "node:child_process";
import { chmod, chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type EmbeddedServer, startEmbeddedServer } from "./embedded/embedded-server.ts";
import { chooseServerUser } from "./embedded/server-user.ts";
import { explainDatabaseError } from "./explain-database-error.ts";
import { migrate } from "./migrate.ts";
import { openDatabase } from "./open-database.ts";

let folder: string;
let cluster: EmbeddedServer;

/** Creates a self-signed certificate valid only for `localhost`. */
async function makeCertificate(): Promise<{ readonly certificate: string; readonly key: string }> {
  const [certificate, key] = [join(folder, "server.pem"), join(folder, "server.key")];
  execFileSync(
    "openssl",
    [
      ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"],
      ...["-keyout", key, "-out", certificate, "-days", "2", "-subj", "/CN=localhost"],
      ...["-addext", "subjectAltName=DNS:localhost"],
    ],
    { stdio: "ignore" },
  );
  await chmod(key, 0o600);
  const user = chooseServerUser();
  if (user !== undefined) {
    await chown(key, user.uid, user.gid);
  }
  return { certificate, key };
}

/** Returns whether a connection to the address is encrypted, or the reason it failed. */
async function isEncrypted(host: string, query: string): Promise<boolean | string> {
  const url = `${cluster.ownerUrl.replace("127.0.0.1", host)}${query}`;
  try {
    const db = openDatabase<object>({ url, maxConnections: 3, connectTimeoutMs: 30_000 });
    try {
      const [row] = await db.sql<{ ssl: boolean }[]>`
        select ssl from pg_stat_ssl where pid = pg_backend_pid()`;
      return row?.ssl === true;
    } finally {
      await db.close();
    }
  } catch (error) {
    return explainDatabaseError(error, { setting: "DATABASE_URL", url }) ?? String(error);
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tessera-tls-"));
  await chmod(folder, 0o755);
  const { certificate, key } = await makeCertificate();
  cluster = await startEmbeddedServer({
    dataDir: join(folder, "pg"),
    settings: { ssl: "on", ssl_cert_file: certificate, ssl_key_file: key },
  });
}, 180_000);
afterAll(async () => {
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
});

it("database TLS: verify-full requires the right authority and the right host name", async () => {
  const ca = join(folder, "server.pem");
  expect(await isEncrypted("localhost", `?sslmode=verify-full&sslrootcert=${ca}`)).toBe(true);
  expect(await isEncrypted("127.0.0.1", `?sslmode=verify-full&sslrootcert=${ca}`)).toContain(
    "is not trusted (ERR_TLS_CERT_ALTNAME_INVALID)",
  );
  expect(await isEncrypted("127.0.0.1", `?sslmode=verify-ca&sslrootcert=${ca}`)).toBe(true);
});

it("database TLS: rejects an unknown authority, and names a missing certificate file", async () => {
  expect(await isEncrypted("localhost", "?sslmode=verify-full")).toContain(
    "is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT). Name the file of its authority",
  );
  expect(await isEncrypted("localhost", "?sslmode=verify-full&sslrootcert=/nowhere.pem")).toBe(
    "DATABASE_URL: sslrootcert=/nowhere.pem cannot be read: put the authority's certificate there.",
  );
});

it("database TLS: other sslmodes encrypt without verification, or do not encrypt", async () => {
  expect(await isEncrypted("localhost", "?sslmode=require")).toBe(true);
  expect(await isEncrypted("localhost", "?sslmode=prefer")).toBe(true);
  expect(await isEncrypted("localhost", "?sslmode=disable")).toBe(false);
  expect(await isEncrypted("localhost", "")).toBe(false);
});

it("database TLS: migrations encrypt their connection in the same way", async () => {
  const ca = join(folder, "server.pem");
  const url = cluster.ownerUrl.replace("127.0.0.1", "localhost");
  const ownerUrl = `${url}?sslmode=verify-full&sslrootcert=${ca}`;
  const sql = "create table encrypted as select ssl from pg_stat_ssl where pid = pg_backend_pid()";
  expect(await migrate({ ownerUrl, migrations: [{ id: "test-0001-tls", sql }] })).toHaveLength(1);
  const db = openDatabase<object>({ url, maxConnections: 3 });
  expect(await db.sql`select ssl from encrypted`).toEqual([{ ssl: true }]);
  await db.close();
});
