import { once } from "node:events";
import { createServer } from "node:net";

/** Below the range from which Linux takes the local ports of outgoing connections. */
const RANGE = { first: 12_000, last: 32_000 };
const given = new Set<number>();

/**
 * Returns a free port that stays free while the program that listens on it is down. Any other free
 * port could be taken by an outgoing connection in the meantime.
 */
export async function stablePort(): Promise<number> {
  for (;;) {
    const port = RANGE.first + Math.floor(Math.random() * (RANGE.last - RANGE.first));
    if (!given.has(port) && (await isFree(port))) {
      given.add(port);
      return port;
    }
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  probe.listen(port, "127.0.0.1");
  const isListening = await once(probe, "listening").then(
    () => true,
    () => false,
  );
  probe.close();
  return isListening;
}
