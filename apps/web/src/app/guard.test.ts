import { expect, test } from "vitest";
import { judgeNavigation } from "./guard.ts";

const base = {
  pathname: "/wallet",
  href: "/wallet?a=1#b",
  from: "/",
  access: "customer",
  signedIn: true,
} as const;

test("a page that needs a login goes to login with the full intended path", () => {
  expect(judgeNavigation({ ...base, signedIn: false })).toEqual({
    kind: "login",
    redirect: "/wallet?a=1#b",
  });
  expect(judgeNavigation(base)).toEqual({ kind: "proceed" });
});

test("login is not shown to the signed-in who come from elsewhere", () => {
  const login = { ...base, pathname: "/login", href: "/login", access: "public" } as const;
  expect(judgeNavigation(login)).toEqual({ kind: "home" });
  expect(judgeNavigation({ ...login, from: undefined })).toEqual({ kind: "home" });
  expect(judgeNavigation({ ...login, from: "/login" })).toEqual({ kind: "proceed" });
  expect(judgeNavigation({ ...login, signedIn: false })).toEqual({ kind: "proceed" });
});

test("a path that is no page goes home", () => {
  expect(judgeNavigation({ ...base, access: undefined, signedIn: false })).toEqual({
    kind: "home",
  });
});
