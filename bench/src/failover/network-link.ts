import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * A path through the network to one port on this machine. While it is cut, nothing is forwarded in
 * either direction and nothing is closed, as when a cable is pulled. What was on its way arrives
 * once the link is restored.
 */
export interface NetworkLink {
  readonly port: number;
  cut(): void;
  restore(): void;
  close(): Promise<void>;
}

/** Opens a link to a local port, on a port of its own. */
export async function openLink(target: number): Promise<NetworkLink> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let isCut = false;
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (near) => {
    const far = connect({ port: target, host: "127.0.0.1", allowHalfOpen: true });
    const pair = [near, far] as const;
    pairs.add(pair);
    const end = () => {
      // The other side learns nothing while the link is cut.
      if (!isCut) {
        pairs.delete(pair);
        near.destroy();
        far.destroy();
      }
    };
    for (const socket of pair) {
      socket.setNoDelay(true);
      socket.on("error", () => undefined);
      socket.on("close", end);
    }
    near.pipe(far);
    far.pipe(near);
    if (isCut) {
      hold(pair);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      pairs.forEach(hold);
    },
    restore() {
      isCut = false;
      for (const pair of pairs) {
        const [near, far] = pair;
        if (near.destroyed || far.destroyed) {
          pairs.delete(pair);
          near.destroy();
          far.destroy();
        } else {
          near.pipe(far);
          far.pipe(near);
        }
      }
    },
    async close() {
      for (const [near, far] of pairs) {
        near.destroy();
        far.destroy();
      }
      server.close();
    },
  };
}

function hold([near, far]: readonly [Socket, Socket]): void {
  near.unpipe(far);
  far.unpipe(near);
  near.pause();
  far.pause();
}
