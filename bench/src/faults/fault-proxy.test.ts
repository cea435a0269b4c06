import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FaultProxy } from "./fault-proxy.ts";

const WAIT = { timeout: 60_000 };

let echo: ReturnType<typeof createServer>;
let proxy: FaultProxy;
let client: Socket;
let received: string;

beforeEach(async () => {
  echo = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.pipe(socket);
  });
  echo.listen(0, "127.0.0.1");
  await once(echo, "listening");
  proxy = await FaultProxy.open((echo.address() as AddressInfo).port);
  received = "";
  client = connect(proxy.port, "127.0.0.1");
  client.on("error", () => undefined);
  client.on("data", (chunk) => {
    received += chunk.toString();
  });
  await once(client, "connect");
});
afterEach(async () => {
  client.destroy();
  await proxy.close();
  echo.close();
});

/** Sends a text and waits until it has come back. */
async function roundTrip(text: string): Promise<void> {
  client.write(text);
  await vi.waitFor(() => expect(received.endsWith(text)).toBe(true), WAIT);
}

it("fault proxy: passes everything on while nothing is broken", async () => {
  await roundTrip("one");
  await roundTrip("two");
  expect(received).toBe("onetwo");
});

it.each(["requests", "answers"] as const)(
  "fault proxy: delivers frozen %s late, in order and completely",
  async (direction) => {
    await roundTrip("one");
    proxy.freeze(direction);
    client.write("two");
    client.write("three");
    proxy.slow(direction === "requests" ? "answers" : "requests", 1);
    expect(received).toBe("one");
    proxy.thaw();
    await vi.waitFor(() => expect(received).toBe("onetwothree"), WAIT);
  },
);

it("fault proxy: a slow direction keeps its order", async () => {
  proxy.slow("answers", 30);
  client.write("one");
  await roundTrip("two");
  proxy.slow("answers", 0);
  await roundTrip("three");
  expect(received).toBe("onetwothree");
});

it("fault proxy: a cut closes connections, and the next one works", async () => {
  await roundTrip("one");
  proxy.freeze("answers");
  client.write("lost");
  const closed = new Promise((resolve) => client.once("close", resolve));
  proxy.cut();
  await closed;
  expect(received).toBe("one");
  const next = connect(proxy.port, "127.0.0.1");
  next.write("two");
  const [answer] = await once(next, "data");
  expect(String(answer)).toBe("two");
  next.destroy();
});

it("fault proxy: a point that no write reaches is reported", async () => {
  const action = vi.fn();
  expect(await proxy.at("before write", action, 50)).toBe(false);
  expect(action).not.toHaveBeenCalled();
});
