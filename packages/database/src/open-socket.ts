import { connect, type Socket } from "node:net";

/** What postgres.js made of the address. */
export interface Target {
  readonly host: readonly string[];
  readonly port: readonly number[];
  readonly path: string | false | undefined;
}

/**
 * Opens the connection that postgres.js will use; `lost` hears of any trouble before it does. Small
 * messages leave at once: held back for one another, as postgres.js has it, each of a COPY's waits
 * 40 ms for the other side.
 */
export function openSocket(
  target: Target,
  timeoutS: number,
  lost: () => void = () => undefined,
): Promise<Socket> {
  const [host = "localhost"] = target.host;
  const [port = 5432] = target.port;
  const socket = target.path ? connect(target.path) : connect({ host, port, noDelay: true });
  socket.on("error", lost);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      socket.destroy(Object.assign(new Error("connecting took too long"), { code: "ETIMEDOUT" }));
    }, timeoutS * 1_000);
    socket.once("error", reject);
    socket.once("connect", () => {
      clearTimeout(timer);
      socket.off("error", reject);
      // For a TLS handshake postgres.js looks for the name here.
      resolve(Object.assign(socket, { host }));
    });
    socket.once("close", () => clearTimeout(timer));
  });
}
