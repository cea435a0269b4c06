import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";

const SCRIPT = "document.title += '!';";
const PAGE = [
  "<!doctype html><title>Tessera</title>",
  `<script data-a="b">${SCRIPT}</script>`,
  '<script src="/assets/app-abc123.js"></script>',
].join("");

let test: TestApp;
let webRoot: string;

beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), "tessera-web-"));
  await mkdir(join(webRoot, "assets"));
  await writeFile(join(webRoot, "index.html"), PAGE);
  await writeFile(join(webRoot, "assets", "app-abc123.js"), "export {};");
  await writeFile(join(webRoot, "assets", "app-abc123.js.br"), "packed");
  test = await createTestApp({
    webRoot,
    env: { CORS_ORIGINS: "https://partner.example", METRICS_TOKEN: "0123456789abcdef" },
  });
});
afterAll(async () => {
  await test?.close();
  await rm(webRoot, { recursive: true });
});

describe("the server", () => {
  it("reports that it is alive and ready", async () => {
    expect((await test.call("GET", "/healthz")).json).toEqual({ status: "alive" });
    const readiness = async () => (await test.call("GET", "/readyz")).json;
    await expect.poll(readiness, { timeout: 30_000 }).toEqual({ status: "ready" });
  });

  it("responds to an unknown path with a problem in the reader's language", async () => {
    const headers = { "accept-language": "zh-HK,zh;q=0.9" };
    const { status, json, headers: answered } = await test.call("GET", "/api/nowhere", { headers });
    expect([status, answered["content-type"]]).toEqual([
      404,
      "application/problem+json; charset=utf-8",
    ]);
    expect(json).toMatchObject({ status: 404, code: "not_found", message: "內容不存在" });
    expect(json.requestId).toBe(answered["x-request-id"]);
  });

  it("names rejected fields in the reader's language", async () => {
    const headers = { "accept-language": "zh-CN" };
    const body = { username: "", password: 1 };
    const { json } = await test.call("POST", "/api/customer/login", { body, headers });
    expect(json.fields).toEqual([
      { path: "username", code: "required", message: "此项必填" },
      { path: "password", code: "wrong_type", message: "类型不正确" },
    ]);
  });

  it("sets no-store, forbids framing and allows no scripts on data responses", async () => {
    const { headers } = await test.call("GET", "/api/nowhere");
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'.*sandbox$/);
  });

  it("sets rendering headers only on responses that a browser renders", async () => {
    const forRendering = ["permissions-policy", "referrer-policy", "cross-origin-opener-policy"];
    const page = await test.call("GET", "/");
    const data = await test.call("GET", "/api/nowhere");
    for (const name of forRendering) {
      expect([name, page.headers[name] === undefined]).toEqual([name, false]);
      expect([name, data.headers[name]]).toEqual([name, undefined]);
    }
  });

  it("shows metrics only to callers with the token", async () => {
    expect((await test.call("GET", "/metrics")).status).toBe(401);
    const { status, text } = await test.call("GET", "/metrics", { token: "0123456789abcdef" });
    expect(status).toBe(200);
    expect(text).toContain('tessera_http_request_seconds_count{method="GET",route="/metrics"');
  });
});

describe("a request from another site", () => {
  const preflight = (origin: string) =>
    test.call("OPTIONS", "/api/captcha", {
      headers: { origin, "access-control-request-method": "GET" },
    });

  it("can read responses if its origin is listed, including the captcha's id", async () => {
    const origin = "https://partner.example";
    expect((await preflight(origin)).headers["access-control-allow-origin"]).toBe(origin);
    const { headers } = await test.call("GET", "/api/captcha", { headers: { origin } });
    expect(headers["access-control-expose-headers"]).toContain("X-Captcha-Id");
    expect(headers["access-control-allow-credentials"]).toBeUndefined();
    expect(String(headers.vary)).toContain("Origin");
  });

  it("is not allowed if its origin is not listed", async () => {
    const { headers } = await preflight("https://partner.example.evil.example");
    expect(headers["access-control-allow-origin"]).toBeUndefined();
  });
});

describe("the console", () => {
  it("allows only GET and HEAD, and rejects other methods with 405 and Allow", async () => {
    const unread = { body: "{", headers: { "content-type": "text/plain" } };
    for (const url of ["/", "/wallet/deposit", "/index.html", "/assets/app-abc123.js?v=1"]) {
      const { status, headers } = await test.call("POST", url, unread);
      expect([url, status, headers.allow]).toEqual([url, 405, "GET, HEAD"]);
    }
    expect((await test.call("POST", "/assets/other.js")).status).toBe(404);
    const head = await test.call("HEAD", "/assets/app-abc123.js");
    expect([head.status, head.text, head.headers["content-length"]]).toEqual([200, "", "10"]);
  });

  it("is served at each of its own paths, and never in place of data", async () => {
    for (const url of ["/", "/wallet/deposit", "/login?redirect=%2Fcards"]) {
      const { status, text, headers } = await test.call("GET", url);
      expect([status, text]).toEqual([200, PAGE]);
      expect(headers["content-security-policy"]).toContain("require-trusted-types-for 'script'");
      expect(headers["cache-control"]).toBe("no-cache");
    }
    for (const url of ["/api", "/api/wallet/deposit/x", "/sandbox/nothing", "/favicon.ico"]) {
      expect((await test.call("GET", url)).status).toBe(404);
    }
  });

  it("can run the scripts in its page, and no other scripts", async () => {
    const { headers } = await test.call("GET", "/");
    const hash = createHash("sha256").update(SCRIPT).digest("base64");
    expect(headers["content-security-policy"]).toContain(`; script-src 'self' 'sha256-${hash}'`);
    expect(headers["content-security-policy"]).not.toMatch(/script-src [^;]*unsafe/);
  });

  const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

  it.each([
    "/nope.txt",
    "/a.b",
    "/bills//",
    "//wallet",
    "//evil.example/..",
    "/legal/terms.pdf",
    "/cards/card.1",
    "/assets/gone-abc123.js",
    "/assets/",
    "/assets/..%2f..%2fpackage.json",
    "/%zz",
    "/cards/%c3",
  ])("is shown to a browser at %s without a redirect", async (url) => {
    const { status, text, headers } = await test.call("GET", url, { headers: browser });
    expect([status, text]).toEqual([200, PAGE]);
    expect(headers.location).toBeUndefined();
    expect(headers["content-security-policy"]).toContain("require-trusted-types-for 'script'");
  });

  it.each([
    ["/nope.txt", 404],
    ["/assets/gone-abc123.js", 404],
    ["/%zz", 400],
  ])("is not served to a program that requests the file %s", async (url, status) => {
    const answer = await test.call("GET", url, { headers: { accept: "*/*" } });
    expect([answer.status, answer.json.status]).toEqual([status, status]);
  });

  it.each([
    "/api/nowhere",
    "/api/nowhere.txt",
    "/api/%zz",
    "/sandbox/nothing.html",
    "/sandbox/%zz",
    "/healthz/x",
    "/readyz/x",
    "/openapi.json/x",
    "/reference/none.css",
  ])("is never served for data, such as %s", async (url) => {
    const { status, text, headers } = await test.call("GET", url, { headers: browser });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(text).not.toContain("<!doctype html><title>Tessera");
    expect(String(headers["content-security-policy"])).not.toContain("require-trusted-types");
  });

  it("is not served for a browser's POST, PUT or DELETE", async () => {
    for (const method of ["POST", "PUT", "DELETE"] as const) {
      expect((await test.call(method, "/nope.txt", { headers: browser })).status).toBe(404);
    }
  });

  it("caches its hashed files for a year, and compresses them if possible", async () => {
    const url = "/assets/app-abc123.js";
    const plain = await test.call("GET", url);
    expect(plain.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    const packed = await test.call("GET", url, { headers: { "accept-encoding": "br" } });
    expect([packed.text, packed.headers["content-encoding"]]).toEqual(["packed", "br"]);
  });

  it("never serves files from outside its folder", async () => {
    for (const url of [
      "/../package.json",
      "/%2e%2e/package.json",
      "/assets/..%2f..%2fpackage.json",
    ]) {
      expect((await test.call("GET", url)).text).not.toContain("dependencies");
    }
  });
});

describe("the API reference", () => {
  it("describes every call with its errors, examples and security", async () => {
    const { json } = await test.call("GET", "/openapi.json");
    expect(json.openapi).toBe("3.1.0");
    const login = json.paths["/api/customer/login"].post;
    expect(login.security).toEqual([]);
    expect(login.requestBody.content["application/json"].schema.additionalProperties).toBe(false);
    expect(Object.keys(login.responses)).toEqual([
      "200",
      "400",
      "401",
      "403",
      "409",
      "413",
      "415",
      "429",
      "500",
      "503",
    ]);
    const profile = json.paths["/api/auth/profile"].get;
    expect(profile.security).toEqual([{ session: [] }]);
    const operations = Object.values(json.paths).flatMap((path) => Object.values(Object(path)));
    const ids = operations.map((operation) => Object(operation).operationId);
    // Each endpoint has a unique id. So does the event stream, which is not an endpoint.
    expect(new Set(ids).size).toBe(test.app.endpoints.length + 1);
    const ofStream = Object.keys(json.paths["/api/events"].get.responses);
    expect(ofStream).toEqual(["200", "401", "429", "500", "503"]);
    expect(Object.keys(json.paths["/sandbox/network/clear"].post.responses)).toContain("404");
  });

  it("uses the contract's names for calls and the package's version", async () => {
    const { json } = await test.call("GET", "/openapi.json");
    expect(json.paths["/api/cards/{id}/close"].post.operationId).toBe("closeCard");
    expect(json.paths["/api/events"].get.operationId).toBe("streamEvents");
    const packageFile = new URL("../../../package.json", import.meta.url);
    expect(json.info.version).toBe(JSON.parse(readFileSync(packageFile, "utf8")).version);
  });

  it("states that a 401 says how to authenticate, as every 401 does", async () => {
    const { json } = await test.call("GET", "/openapi.json");
    const refusal = json.paths["/api/customer/login"].post.responses["401"];
    expect(Object.keys(refusal.headers)).toEqual(["WWW-Authenticate"]);
    const body = { username: "nobody", password: "wrong" };
    for (const answer of [
      await test.call("GET", "/api/auth/profile"),
      await test.call("POST", "/api/customer/login", { body }),
    ]) {
      expect([answer.status, answer.headers["www-authenticate"]]).toEqual([401, "Bearer"]);
    }
  });

  it("marks calls that accept a session but do not require it", async () => {
    const { json } = await test.call("GET", "/openapi.json");
    const active = json.paths["/api/announcements/active"].get;
    expect(active.security).toEqual([{ session: [] }, {}]);
  });

  it("is a page that loads nothing from other sites", async () => {
    const page = await test.call("GET", "/reference/");
    expect(page.status).toBe(200);
    expect(page.text).not.toMatch(/https?:\/\//);
    expect((await test.call("GET", "/reference/js/scalar.js")).status).toBe(200);
  });

  it("has no inline scripts, and its policy allows none", async () => {
    const { text, headers } = await test.call("GET", "/reference/");
    const [, scripts = ""] =
      /script-src ([^;]*)/.exec(String(headers["content-security-policy"])) ?? [];
    expect(scripts).toBe("'self'");
    const sources = [...text.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)];
    expect(sources.map(([, attributes, body]) => [attributes, body])).toEqual([
      [' src="js/scalar.js"', ""],
      [' src="js/start.js"', ""],
    ]);
    const start = await test.call("GET", "/reference/js/start.js");
    expect(start.headers["content-type"]).toMatch(/javascript/);
    expect(start.text).toContain("/openapi.json");
    expect((await test.call("GET", "/reference")).headers.location).toBe("/reference/");
  });
});

describe("a broken request on the wire", () => {
  async function raw(text: string): Promise<string> {
    const address = test.app.server.server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    return new Promise((resolve) => {
      let answer = "";
      const socket = connect(port, "127.0.0.1", () => socket.write(text));
      socket.on("data", (chunk) => {
        answer += chunk.toString();
        if (answer.includes("\r\n\r\n")) {
          socket.end();
        }
      });
      // The server may reset the connection after its response.
      socket.on("error", () => undefined);
      socket.on("close", () => resolve(answer));
    });
  }

  beforeAll(async () => {
    await test.app.server.listen({ host: "127.0.0.1", port: 0 });
  });

  it.each([
    [
      "two lengths",
      "POST /api/auth/logout HTTP/1.1\r\nHost: x\r\n" +
        "Content-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    ],
    [
      "length and chunks",
      "POST /api/auth/logout HTTP/1.1\r\nHost: x\r\n" +
        "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    ["no HTTP", "hello\r\n\r\n"],
    ["large headers", `GET / HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`],
    ["two hosts", "GET /healthz HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n\r\n"],
    ["no host", "GET /healthz HTTP/1.1\r\n\r\n"],
    ["an empty host", "GET /healthz HTTP/1.1\r\nHost:\r\n\r\n"],
    ["a host that is a URL", "GET /healthz HTTP/1.1\r\nHost: http://a.example\r\n\r\n"],
    ["a host with a user", "GET /healthz HTTP/1.1\r\nHost: a@b.example\r\n\r\n"],
    ["a list of hosts", "GET /healthz HTTP/1.1\r\nHost: a.example, b.example\r\n\r\n"],
    ["a port beyond the last", "GET /healthz HTTP/1.1\r\nHost: a.example:65536\r\n\r\n"],
    ["two hosts for the console", "GET / HTTP/1.1\r\nHost: a.example\r\nHost: a.example\r\n\r\n"],
  ])("gets a problem as its response if it has %s", async (_name, text) => {
    const answer = await raw(text);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).toContain('"code":"malformed_request"');
  });

  it.each([
    ["a name and a port", "HTTP/1.1\r\nHost: tessera.example:4300\r\n"],
    ["an IPv6 address", "HTTP/1.1\r\nHost: [2001:db8::1]:4300\r\n"],
    ["no host in HTTP/1.0", "HTTP/1.0\r\n"],
  ])("gets a normal response if it has %s", async (_name, rest) => {
    expect(await raw(`GET /healthz ${rest}\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
  });
});
