import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { type DnsDouble, openDnsDouble } from "../../testing/webhooks/dns-double.ts";
import { createSender, type Sender } from "./send-request.ts";

const SIGNAL = new AbortController().signal;
const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) {
    close();
  }
});

async function listen(handle: RequestListener, host = "127.0.0.1"): Promise<number> {
  const server: Server = createServer(handle);
  server.listen(0, host);
  await once(server, "listening");
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}

async function senderWith(
  resolve: Parameters<typeof openDnsDouble>[0] = () => undefined,
  allowsLoopback = true,
): Promise<{ sender: Sender; dns: DnsDouble }> {
  const dns = await openDnsDouble(resolve);
  const sender = createSender({ allowsLoopback, dnsServers: [dns.server] });
  closing.push(
    () => dns.close(),
    () => sender.close(),
  );
  return { sender, dns };
}

const messageTo = (url: string) => ({ url, headers: { "webhook-id": "evt_1" }, body: "{}" });

describe("sending a webhook", () => {
  it("posts the body with its headers and the name as host to the resolved address", async () => {
    const seen: unknown[] = [];
    const port = await listen((request, response) => {
      const { method, url, headers } = request;
      seen.push([method, url, headers.host, headers["webhook-id"], headers["content-type"]]);
      response.end("ok");
    });
    const { sender } = await senderWith(() => ["127.0.0.1"]);
    const url = `http://hooks.test:${port}/in?a=1`;
    const answer = await sender.send(messageTo(url), { signal: SIGNAL, wantsText: true });
    expect(answer).toMatchObject({ outcome: "delivered", status: 200, text: "ok" });
    expect(seen).toEqual([["POST", "/in?a=1", `hooks.test:${port}`, "evt_1", "application/json"]]);
  });

  it.each([
    ["private", ["10.0.0.1"]],
    ["a metadata service", ["169.254.169.254"]],
    ["unspecified", ["0.0.0.0"]],
    ["partly private", ["127.0.0.1", "192.168.0.1"]],
  ])("refuses a name whose addresses are %s, and connects to none", async (_, addresses) => {
    let requests = 0;
    const port = await listen((_request, response) => {
      requests += 1;
      response.end();
    });
    const { sender } = await senderWith(() => addresses);
    const answer = await sender.send(messageTo(`http://hooks.test:${port}/`), { signal: SIGNAL });
    expect(answer).toMatchObject({ outcome: "address_not_public", status: null });
    expect(requests).toBe(0);
  });

  it("refuses loopback unless a setting allows it", async () => {
    const { sender } = await senderWith(() => ["127.0.0.1"], false);
    for (const url of ["https://hooks.test/", "https://127.0.0.1/", "https://[::1]/"]) {
      expect(await sender.send(messageTo(url), { signal: SIGNAL })).toMatchObject({
        outcome: "address_not_public",
      });
    }
  });

  it("refuses to send to a public address without TLS", async () => {
    const { sender } = await senderWith(() => ["1.1.1.1"]);
    const answer = await sender.send(messageTo("http://hooks.test/"), { signal: SIGNAL });
    expect(answer.outcome).toBe("address_not_public");
  });

  it("resolves the name again for each message, and once for each", async () => {
    const port = await listen((_, response) => response.end());
    const replies = [["127.0.0.1"], ["10.0.0.1"], ["127.0.0.1"]];
    const { sender, dns } = await senderWith(() => replies.shift());
    const outcomes: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const url = `http://hooks.test:${port}/`;
      outcomes.push((await sender.send(messageTo(url), { signal: SIGNAL })).outcome);
    }
    expect(outcomes).toEqual(["delivered", "address_not_public", "delivered"]);
    expect(dns.asked()).toBe(3);
  });

  it("does not follow a redirect", async () => {
    let followed = 0;
    const other = await listen((_, response) => {
      followed += 1;
      response.end();
    });
    const port = await listen((_, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${other}/` }).end();
    });
    const { sender } = await senderWith();
    const answer = await sender.send(messageTo(`http://127.0.0.1:${port}/`), { signal: SIGNAL });
    expect(answer).toMatchObject({ outcome: "redirected", status: 307 });
    expect(followed).toBe(0);
  });

  it("reads the beginning of an endless response only, and closes the connection", async () => {
    const closed = Promise.withResolvers<void>();
    const port = await listen((_, response) => {
      const more = setInterval(() => response.write("x".repeat(65_536)), 1);
      response.on("close", () => {
        clearInterval(more);
        closed.resolve();
      });
    });
    const { sender } = await senderWith();
    const url = `http://127.0.0.1:${port}/`;
    const { outcome, text } = await sender.send(messageTo(url), {
      signal: SIGNAL,
      wantsText: true,
    });
    expect([outcome, text.length]).toEqual(["delivered", 4_096]);
    await closed.promise;
  });

  it("says what went wrong without a response", async () => {
    const port = await listen((request) => request.socket.destroy());
    const { sender } = await senderWith((name) =>
      name === "there.test" ? ["127.0.0.1"] : undefined,
    );
    const outcomeOf = async (url: string) =>
      (await sender.send(messageTo(url), { signal: SIGNAL })).outcome;
    expect(await outcomeOf(`http://127.0.0.1:${port}/`)).toBe("connection_failed");
    expect(await outcomeOf("http://nowhere.test/")).toBe("name_not_found");
    expect(await outcomeOf(`https://there.test:${port}/`)).toMatch(/^(?:tls|connection)_failed$/);
  });

  it("gives up a receiver that does not respond when the server stops", async () => {
    const arrived = Promise.withResolvers<void>();
    const port = await listen(() => arrived.resolve());
    const { sender } = await senderWith();
    const stopping = new AbortController();
    const url = `http://127.0.0.1:${port}/`;
    const sending = sender.send(messageTo(url), { signal: stopping.signal });
    await arrived.promise;
    stopping.abort();
    expect((await sending).outcome).toBe("timed_out");
  });
});

describe("an endpoint's address", () => {
  const accepts = (url: string, allowsLoopback: boolean) => {
    const sender = createSender({ allowsLoopback, dnsServers: [] });
    closing.push(() => sender.close());
    return sender.accepts(url);
  };

  it.each([
    "https://hooks.example.com/in",
    "https://hooks.example.com:8443/in?a=1",
    "https://1.1.1.1/",
  ])("is accepted if it is public and https: %s", (url) => {
    expect(accepts(url, false)).toBe(true);
  });

  it.each([
    "http://hooks.example.com/",
    "https://localhost/",
    "https://127.0.0.1/",
    "https://0x7f000001/",
    "https://2130706433/",
    "https://10.0.0.1/",
    "https://[::1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://intranet/",
  ])("is refused if it is plain or not public: %s", (url) => {
    expect(accepts(url, false)).toBe(false);
  });

  it("can be on this machine if a setting of the sandbox allows it", () => {
    expect(accepts("http://127.0.0.1:4000/", true)).toBe(true);
    expect(accepts("http://localhost:4000/", true)).toBe(true);
    expect(accepts("http://10.0.0.1/", true)).toBe(false);
  });
});
