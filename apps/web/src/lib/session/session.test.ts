// @vitest-environment jsdom
import { getProfile } from "@tessera/contract/identity/accounts.endpoints";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { call } from "../api/api-client.ts";
import { ApiError } from "../api/api-error.ts";
import { queryClient } from "../api/query-client.ts";
import { setLocale } from "../locale.ts";
import { ensureSession, signIn, signOut } from "./session.ts";
import { expireSession, onSessionExpired } from "./session-expiry.ts";
import { keepToken, restoreSession, sessionStore } from "./session-store.ts";

const PROFILE = {
  user: { id: "cus_1", username: "qiaoyu", email: "q@example.com", role: "customer" },
  menus: [{ key: "home", path: "/" }],
};

function answer(status: number, body?: unknown): Response {
  return body === undefined
    ? new Response(null, { status })
    : new Response(JSON.stringify(body), { status });
}

const fetchMock = vi.fn<typeof fetch>();

beforeEach(() => {
  localStorage.clear();
  sessionStore.set(restoreSession());
  setLocale("en");
  fetchMock.mockReset();
  vi.stubGlobal("fetch", fetchMock);
  onSessionExpired(() => {});
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("restoreSession", () => {
  test("is ready immediately without a token and fetches nothing", async () => {
    expect(sessionStore.get().ready).toBe(true);
    await ensureSession();
    expect(fetchMock).not.toHaveBeenCalled();
  });

  test("removes only a corrupt user", () => {
    localStorage.setItem("token", "abc");
    localStorage.setItem("user", "{not json");
    localStorage.setItem("menus", '[{"key":"home","path":"/"}]');
    localStorage.setItem("tessera-theme", "dark");
    const restored = restoreSession();
    expect(restored).toMatchObject({ token: "abc", user: null, ready: false });
    expect(restored.menus).toHaveLength(1);
    expect(localStorage.getItem("user")).toBeNull();
    expect(localStorage.getItem("token")).toBe("abc");
    expect(localStorage.getItem("menus")).not.toBeNull();
    expect(localStorage.getItem("tessera-theme")).toBe("dark");
  });

  test.each(['"text"', "[]", "7", "null", '{"username":7}'])("rejects the user %s", (text) => {
    localStorage.setItem("token", "abc");
    localStorage.setItem("user", text);
    expect(restoreSession().user).toBeNull();
    expect(localStorage.getItem("user")).toBeNull();
  });

  test("removes only corrupt menus", () => {
    localStorage.setItem("token", "abc");
    localStorage.setItem("user", '{"username":"qiaoyu"}');
    localStorage.setItem("menus", '{"a":1}');
    expect(restoreSession()).toMatchObject({ user: { username: "qiaoyu" }, ready: true });
    expect(localStorage.getItem("menus")).toBeNull();
    expect(localStorage.getItem("user")).not.toBeNull();
  });
});

describe("restoreSession without a token", () => {
  test.each(["user", "menus"])("removes only a corrupt %s", (key) => {
    const whole = { user: '{"username":"qiaoyu"}', menus: "[]", "tessera-locale": "en" };
    for (const [name, text] of Object.entries({ ...whole, [key]: "{not json" })) {
      localStorage.setItem(name, text);
    }
    expect(restoreSession()).toMatchObject({ token: null, user: null, ready: true });
    expect(localStorage.getItem(key)).toBeNull();
    const left = Object.keys(whole).filter((name) => name !== key);
    expect(Object.keys(localStorage).sort()).toEqual(left.sort());
  });
});

describe("ensureSession", () => {
  test("fetches the profile once for all callers and caches it without the email", async () => {
    keepToken("abc");
    fetchMock.mockImplementation(async () => answer(200, PROFILE));
    await Promise.all([ensureSession(), ensureSession(), ensureSession()]);
    await ensureSession();
    expect(fetchMock).toHaveBeenCalledTimes(1);
    expect(sessionStore.get()).toMatchObject({ ready: true, user: { username: "qiaoyu" } });
    expect(localStorage.getItem("user")).toBe('{"username":"qiaoyu","role":"customer"}');
    expect(localStorage.getItem("menus")).toBe('[{"key":"home","path":"/"}]');
  });

  test("clears the login if the profile cannot be loaded", async () => {
    keepToken("abc");
    fetchMock.mockRejectedValue(new TypeError("Failed to fetch"));
    await ensureSession();
    expect(sessionStore.get()).toMatchObject({ token: null, ready: true });
    expect(localStorage.getItem("token")).toBeNull();
  });
});

describe("a rejected session", () => {
  test("is cleared and leads to login only once, no matter how many calls return 401", async () => {
    const goToLogin = vi.fn();
    onSessionExpired(goToLogin);
    keepToken("abc");
    fetchMock.mockImplementation(async () => answer(401, { message: "Sign in again" }));
    const calls = await Promise.allSettled(Array.from({ length: 12 }, () => call(getProfile)));
    expect(calls.every((each) => each.status === "rejected")).toBe(true);
    expect(goToLogin).toHaveBeenCalledTimes(1);
    expect(localStorage.getItem("token")).toBeNull();
  });

  test("does not affect a newer session when a late 401 arrives", async () => {
    const goToLogin = vi.fn();
    onSessionExpired(goToLogin);
    keepToken("old");
    let refuse = (_: Response) => {};
    fetchMock.mockReturnValue(
      new Promise((resolve) => {
        refuse = resolve;
      }),
    );
    const late = call(getProfile).catch(() => {});
    keepToken("new");
    refuse(answer(401, {}));
    await late;
    expect(sessionStore.get().token).toBe("new");
    expect(goToLogin).not.toHaveBeenCalled();
  });
});

describe("the session", () => {
  test("keeps the server's message about a failed sign-in", async () => {
    fetchMock.mockResolvedValue(
      answer(401, { message: "Wrong password", code: "wrong_credentials" }),
    );
    expect(await signIn({ username: "a", password: "b", remember: false })).toBe(false);
    expect(sessionStore.get()).toMatchObject({ error: "Wrong password", loading: false });
  });

  test("is stored after a successful sign-in", async () => {
    fetchMock.mockResolvedValue(answer(200, { token: "t1", ...PROFILE }));
    expect(await signIn({ username: "a", password: "b", remember: true })).toBe(true);
    expect(localStorage.getItem("token")).toBe("t1");
  });

  test("is cleared on sign-out even if the server cannot be reached", async () => {
    keepToken("abc");
    localStorage.setItem("tessera-theme", "dark");
    fetchMock.mockRejectedValue(new TypeError("Failed to fetch"));
    await signOut();
    expect(localStorage.getItem("token")).toBeNull();
    expect(localStorage.getItem("tessera-theme")).toBe("dark");
    const [, init] = fetchMock.mock.calls[0] ?? [];
    expect(new Headers(init?.headers).get("Authorization")).toBe("Bearer abc");
  });

  test("cancels reads before signing out; a late 401 does not count as expiry", async () => {
    const heard = vi.fn();
    onSessionExpired(heard);
    keepToken("abc");
    let isReadEnded = false;
    const reading = queryClient
      .fetchQuery({
        queryKey: ["slow"],
        queryFn: ({ signal }) =>
          new Promise((_, reject) => {
            signal.addEventListener("abort", () => {
              isReadEnded = true;
              reject(signal.reason);
            });
          }),
      })
      .catch(() => undefined);
    fetchMock.mockImplementation(async () => {
      expect([isReadEnded, sessionStore.get().leaving]).toEqual([true, true]);
      expireSession("abc");
      return answer(204);
    });
    await signOut();
    await reading;
    expect(heard).not.toHaveBeenCalled();
    expect(sessionStore.get()).toMatchObject({ token: null, expired: false, leaving: false });
  });
});

describe("a failed call", () => {
  test.each([
    ["en", "Request failed: 503"],
    ["zh-CN", "请求失败：503"],
    ["zh-TW", "請求失敗：503"],
  ] as const)("without a message has a default text in %s", async (locale, message) => {
    setLocale(locale);
    fetchMock.mockImplementation(async () => new Response("<html>", { status: 503 }));
    const error = await call(getProfile).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 503, message });
    const [, init] = fetchMock.mock.calls[0] ?? [];
    expect(new Headers(init?.headers).get("Accept-Language")).toBe(locale);
  });

  test("to an unreachable server has an unknown outcome", async () => {
    fetchMock.mockRejectedValue(new TypeError("Failed to fetch"));
    const error = await call(getProfile).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 0, code: "network", outcomeUnknown: true });
  });
});
