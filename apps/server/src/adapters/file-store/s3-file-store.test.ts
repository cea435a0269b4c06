import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { FileStoreError } from "./file-store.ts";
import { createS3FileStore } from "./s3-file-store.ts";

const MEGABYTE = Buffer.alloc(1_048_576);
const servers: Server[] = [];

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

const storeAt = (endpoint: string) =>
  createS3FileStore({
    endpoint,
    bucket: "files",
    region: "eu-central-1",
    accessKeyId: "AKIDEXAMPLE",
    secretAccessKey: "secret",
  });

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

it("S3 file store: stops reading an object that exceeds the maximum file size", async () => {
  let sent = 0;
  const endpoint = await serve((_, reply) => {
    const more = () => {
      while (sent < 64 && reply.write(MEGABYTE)) {
        sent += 1;
      }
      sent += 1;
      return sent < 64 || reply.end();
    };
    reply.on("drain", more);
    more();
  });
  const length = storeAt(endpoint)
    .get("documents/1")
    .then((bytes) => bytes.length);
  await expect(length).rejects.toThrow(/sent more than/);
  expect(sent).toBeLessThan(32);
});

it("S3 file store: does not follow a redirect from the bucket", async () => {
  let elsewhere = 0;
  const other = await serve((_, reply) => {
    elsewhere += 1;
    reply.end("a file");
  });
  const endpoint = await serve((request, reply) => {
    reply.writeHead(307, { location: `${other}${request.url}` }).end();
  });
  const store = storeAt(endpoint);
  await expect(store.get("documents/1")).rejects.toThrow(FileStoreError);
  await expect(store.put("documents/1", Buffer.from("sealed"))).rejects.toThrow(FileStoreError);
  expect(elsewhere).toBe(0);
});
