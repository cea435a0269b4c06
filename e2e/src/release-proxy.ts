import { request as ask, createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy that a test places in front of the server to simulate a new release. */
export interface ReleaseProxy {
  readonly origin: string;
  /** Starts serving a newer service worker. */
  readonly release: () => void;
  readonly close: () => Promise<void>;
}

/** Forwards everything to `origin` unchanged, except for the service worker after a release. */
export async function openReleaseProxy(origin: string): Promise<ReleaseProxy> {
  let releases = 0;
  const server = createServer((incoming, outgoing) => {
    const { method = "GET", url = "/" } = incoming;
    // A response to be modified must arrive in full: uncompressed, and not as "not modified".
    const { host: _host, "accept-encoding": _packing, ...headers } = incoming.headers;
    delete headers["if-none-match"];
    delete headers["if-modified-since"];
    const passed = ask(new URL(url, origin), { method, headers }, (answer) => {
      const { "content-length": _length, ...answerHeaders } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, answerHeaders);
      if (url === "/service-worker.js") {
        answer.on("data", (chunk) => outgoing.write(chunk));
        answer.on("end", () => outgoing.end(`// release ${releases}\n`));
      } else {
        answer.pipe(outgoing);
      }
    });
    passed.on("error", () => outgoing.destroy());
    outgoing.on("close", () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    release: () => {
      releases += 1;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
