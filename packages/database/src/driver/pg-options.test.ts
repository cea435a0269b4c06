import type { PeerCertificate } from "node:tls";
import { expect, it } from "vitest";
import { inOneHostForm } from "../hosts.ts";
import { pgOptions } from "./pg-options.ts";

const TIMEOUT_MS = 60_000;

const optionsOf = (query: string) =>
  pgOptions(
    inOneHostForm(`postgres://role@a,b/name?target_session_attrs=read-write${query}`),
    TIMEOUT_MS,
  );

/** Returns what the check of a certificate for this name says. */
function check(name: string, query = "&sslmode=verify-full"): Error | undefined {
  const identity = optionsOf(query).ssl?.checkServerIdentity;
  return identity?.("a", {
    subject: { CN: name },
    subjectaltname: `DNS:${name}`,
  } as PeerCertificate);
}

it("pg driver: an address with one host is passed on, with libpq's meaning of sslmode", () => {
  expect(pgOptions("postgres://role@a/name?sslmode=require", TIMEOUT_MS)).toEqual({
    connectionString: "postgres://role@a/name?sslmode=require&uselibpqcompat=true",
  });
});

it("pg driver: accepts the certificate of any of several hosts, and of no other", () => {
  expect(check("a")).toBeUndefined();
  expect(check("b")).toBeUndefined();
  expect(check("c")).toBeInstanceOf(Error);
});

it("pg driver: several hosts without encryption have none", () => {
  expect(optionsOf("")).not.toHaveProperty("ssl");
  expect(optionsOf("&sslmode=require").ssl).toEqual({ rejectUnauthorized: false });
});
