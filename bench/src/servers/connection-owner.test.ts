import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { expect, it } from "vitest";
import { ownerOfConnection } from "./connection-owner.ts";

it("servers lab: finds the process that holds the local end of a connection", async () => {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  await once(client, "connect");
  const port = client.localPort ?? 0;
  const isLinux = process.platform === "linux";
  expect(await ownerOfConnection(port, [process.pid])).toBe(isLinux ? process.pid : undefined);
  expect(await ownerOfConnection(port, [])).toBeUndefined();
  client.destroy();
  server.close();
});
