import { expect, test } from "vitest";
import { judgeNavigation } from "./guard.ts";

const base = {
  pathname: "/wallet",
  href: "/wallet?a=1#b",
  from: "/",
  access: "customer",
  signedIn: true,
  menus: [],
} as const;

test("judgeNavigation redirects to login from a protected page, keeping the full path", () => {
  expect(judgeNavigation({ ...base, signedIn: false })).toEqual({
    kind: "login",
    redirect: "/wallet?a=1#b",
  });
  expect(judgeNavigation(base)).toEqual({ kind: "proceed" });
});

test("judgeNavigation sends a signed-in user from the login page to the home page", () => {
  const login = { ...base, pathname: "/login", href: "/login", access: "public" } as const;
  expect(judgeNavigation(login)).toEqual({ kind: "home" });
  expect(judgeNavigation({ ...login, from: undefined })).toEqual({ kind: "home" });
  expect(judgeNavigation({ ...login, from: "/login" })).toEqual({ kind: "proceed" });
  expect(judgeNavigation({ ...login, signedIn: false })).toEqual({ kind: "proceed" });
});

test("judgeNavigation redirects an unknown path to the home page", () => {
  expect(judgeNavigation({ ...base, access: undefined, signedIn: false })).toEqual({
    kind: "home",
  });
  expect(judgeNavigation({ ...base, pathname: "//wallet" })).toEqual({ kind: "home" });
});

test("judgeNavigation removes a trailing slash", () => {
  expect(judgeNavigation({ ...base, pathname: "/wallet/", href: "/wallet/?a=1" })).toEqual({
    kind: "tidy",
    pathname: "/wallet",
  });
  expect(judgeNavigation({ ...base, pathname: "/", href: "/" })).toEqual({ kind: "proceed" });
});

test("judgeNavigation redirects operators from customer pages to the operator's first page", () => {
  const menus = [
    { key: "board", path: "/system/board" },
    { key: "customers", path: "/system/customers" },
    { key: "profile", path: "/profile" },
  ];
  const to = (pathname: string) => judgeNavigation({ ...base, pathname, href: pathname, menus });
  for (const pathname of ["/", "/wallet", "/cards/card_1", "/system/audit", "/system/boards"]) {
    expect(to(pathname)).toEqual({ kind: "first-page", pathname: "/system/board" });
  }
  for (const pathname of ["/profile", "/system/customers", "/system/customers/cus_1"]) {
    expect(to(pathname)).toEqual({ kind: "proceed" });
  }
});

test("judgeNavigation lets customers, and sessions without menus, open every page", () => {
  const menus = [{ key: "home", path: "/" }];
  expect(judgeNavigation({ ...base, menus })).toEqual({ kind: "proceed" });
  expect(judgeNavigation({ ...base, menus: [] })).toEqual({ kind: "proceed" });
});
