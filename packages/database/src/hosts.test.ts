import { describe, expect, it } from "vitest";
import { describeAddress, isProtected, libpqAddress } from "./address.ts";
import { hostsOf, hostsProblem, inLibpqForm, inOneHostForm, onHost, placesOf } from "./hosts.ts";

const SEVERAL =
  "postgres://role:secret@a:5433,b,[::1]:5434/name?target_session_attrs=read-write&sslmode=require";

describe("addresses with several hosts", () => {
  it("hosts: every host has its own port, 5432 by default", () => {
    expect(hostsOf(inOneHostForm(SEVERAL))).toEqual([
      { host: "a", port: 5433 },
      { host: "b", port: 5432 },
      { host: "::1", port: 5434 },
    ]);
  });

  it("hosts: an address of one host stays as it is", () => {
    const one = "postgres://role:secret@a:5433/name?sslmode=require";
    expect(inOneHostForm(one)).toBe(one);
    expect(hostsOf(one)).toEqual([{ host: "a", port: 5433 }]);
    expect(inLibpqForm(one)).toBe(one);
  });

  it("hosts: a password may contain @ and commas as they are", () => {
    const one = "postgres://role:p@ss,word@a:5433/name?sslmode=require";
    expect(inOneHostForm(one)).toBe(one);
    expect(hostsOf(one)).toEqual([{ host: "a", port: 5433 }]);
    expect(hostsProblem(one)).toBeUndefined();
    const several = inOneHostForm(SEVERAL.replace("secret", "p@ss,word"));
    expect(hostsOf(several)).toEqual(hostsOf(inOneHostForm(SEVERAL)));
    expect(decodeURIComponent(new URL(several).password)).toBe("p@ss,word");
    expect(hostsOf(inOneHostForm(inLibpqForm(several)))).toEqual(hostsOf(several));
  });

  it("hosts: psql gets the address in libpq's form", () => {
    const text = inLibpqForm(inOneHostForm(SEVERAL));
    expect(text).toContain("@a:5433,b,[::1]:5434/name?");
    expect(new URLSearchParams(text.split("?")[1]).get("target_session_attrs")).toBe("read-write");
  });

  it("hosts: the address of one of them has nothing of the list", () => {
    const address = inOneHostForm(SEVERAL);
    expect(onHost(address, { host: "::1", port: 5434 })).toBe(
      "postgres://role:secret@[::1]:5434/name?sslmode=require",
    );
    expect(libpqAddress(address)).not.toMatch(/other_hosts|target_session_attrs/);
  });

  it("hosts: a description names all of them, and no password", () => {
    expect(describeAddress(inOneHostForm(SEVERAL))).toBe("role at a:5433, b:5432, ::1:5434/name");
    expect(placesOf(inOneHostForm(SEVERAL))).toContain("b:5432/name");
  });

  it("hosts: a connection is protected only if it is for every host", () => {
    const local = "postgres://role@127.0.0.1,localhost/name?target_session_attrs=read-write";
    expect(isProtected(inOneHostForm(local))).toBe(true);
    expect(isProtected(inOneHostForm(local.replace("localhost", "b")))).toBe(false);
  });

  it.each([
    ["postgres://role@a,b/name", "add ?target_session_attrs=read-write"],
    ["postgres://role@a,b/name?target_session_attrs=any", "must be read-write"],
    ["postgres://role@a/name?target_session_attrs=standby", "must be read-write"],
    ["postgres://role@a,/name?target_session_attrs=read-write", "separate several hosts"],
    ["postgres://role@a,b:x/name?target_session_attrs=read-write", "separate several hosts"],
    ["postgres://role@a/name?host=a,b", "before the database's name"],
  ])("hosts: %s is refused", (address, problem) => {
    expect(hostsProblem(address)).toContain(problem);
  });

  it.each([SEVERAL, "postgres://role@a/name", "postgres://role@a/name?host=/run/postgresql"])(
    "hosts: %s is accepted",
    (address) => {
      expect(hostsProblem(address)).toBeUndefined();
    },
  );
});
