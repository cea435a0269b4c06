import { createServer } from "node:net";
import { FormerHistoryError, RepeatableMigrationError } from "@tessera/database";
import { expect, it } from "vitest";
import { explainStartFailure } from "./explain-start-failure.ts";

/** Returns the error of an attempt to listen on a host. */
function failureAt(host: string): Promise<unknown> {
  return new Promise((resolve) => {
    createServer().on("error", resolve).listen({ host, port: 0 });
  });
}

it.each(["192.0.2.77", "console.invalid"])(
  "a failed start: the message says that HOST=%s is on another machine",
  async (host) => {
    expect(explainStartFailure(await failureAt(host), host)).toBe(
      `HOST is ${host}, which is no address of this machine. ` +
        "Set one of its own, such as 127.0.0.1.",
    );
  },
);

it("a failed start: the message names the file that belongs to another user", () => {
  const path = "/var/lib/tessera/seal-keys";
  const error = Object.assign(new Error("EACCES"), { code: "EACCES", syscall: "mkdir", path });
  expect(explainStartFailure(error, undefined)).toBe(
    `${path} cannot be used (EACCES). The files in DATA_DIR must belong to the user who runs ` +
      "Tessera (chown).",
  );
});

it("a failed start: the message explains why the schema cannot be migrated", () => {
  for (const error of [
    new FormerHistoryError(),
    new RepeatableMigrationError("server-views/card_standing", new Error("no such column")),
  ]) {
    expect(explainStartFailure(error, undefined)).toBe(error.message);
  }
});

it("a failed start: unexpected errors get no explanation", () => {
  expect(explainStartFailure(new TypeError("x is undefined"), "127.0.0.1")).toBeUndefined();
  const closed = Object.assign(new Error("EPIPE"), { code: "EPIPE", syscall: "write" });
  expect(explainStartFailure(closed, "127.0.0.1")).toBeUndefined();
});

it.each([
  ["08001", /^The directory's database cannot be reached \(08001\)\. Start PostgreSQL there/],
  ["CONNECTION_CLOSED", /^The database connection was lost .* \(CONNECTION_CLOSED\)\./],
])("a failed start: the message says that the database is gone (%s)", (code, expected) => {
  expect(explainStartFailure(Object.assign(new Error("gone"), { code }), undefined)).toMatch(
    expected,
  );
});
