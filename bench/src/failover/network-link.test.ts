import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { type NetworkLink, openLink } from "./network-link.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) {
    await close();
  }
});

/** Opens a link to a server that returns what it receives. */
async function openEcho() {
  const accepted: Socket[] = [];
  const server = createServer((socket) => {
    accepted.push(socket);
    socket.on("error", () => undefined);
    socket.pipe(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const link = await openLink((server.address() as AddressInfo).port);
  closing.push(
    () => link.close(),
    () => {
      for (const socket of accepted) {
        socket.destroy();
      }
      server.close();
    },
  );
  return { link, accepted };
}

async function connectTo(link: NetworkLink) {
  const socket = connect(link.port, "127.0.0.1");
  const events: string[] = [];
  socket.on("data", (chunk) => events.push(String(chunk)));
  socket.on("close", () => events.push("closed"));
  socket.on("error", () => undefined);
  closing.push(() => socket.destroy());
  await once(socket, "connect");
  return { socket, events };
}

test("network link: while it is cut, nothing arrives and nothing is closed", async () => {
  const { link, accepted } = await openEcho();
  const { socket, events } = await connectTo(link);
  socket.write("a");
  await expect.poll(() => events).toEqual(["a"]);
  link.cut();
  socket.write("b");
  accepted[0]?.destroy();
  const late = await connectTo(link);
  late.socket.write("c");
  // Time in which a link that is not cut would certainly have forwarded something.
  await sleep(200);
  expect(events).toEqual(["a"]);
  expect(late.events).toEqual([]);
  link.restore();
  await expect.poll(() => events).toContain("closed");
  await expect.poll(() => late.events).toEqual(["c"]);
});

test("network link: what was on its way arrives when the link is restored", async () => {
  const { link } = await openEcho();
  const { socket, events } = await connectTo(link);
  socket.write("a");
  await expect.poll(() => events).toEqual(["a"]);
  link.cut();
  socket.write("b");
  link.restore();
  await expect.poll(() => events.join("")).toBe("ab");
});

test("network link: closes the connection when its target refuses it", async () => {
  const { link } = await openEcho();
  const unused = createServer().listen(0, "127.0.0.1");
  await once(unused, "listening");
  const { port } = unused.address() as AddressInfo;
  unused.close();
  const refused = await openLink(port);
  closing.push(() => refused.close());
  const { events } = await connectTo(refused);
  await expect.poll(() => events).toEqual(["closed"]);
  expect(link.port).not.toBe(refused.port);
});
