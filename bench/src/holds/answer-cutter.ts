import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";

/** A proxy to PostgreSQL that can drop responses to commits that still take effect. */
export interface AnswerCutter {
  readonly port: number;
  /**
   * Drops everything that PostgreSQL sends from now on. Data sent by servers still reaches
   * PostgreSQL.
   */
  cut(): void;
  /** Closes the connections that were cut, and accepts new ones again. */
  restore(): void;
  close(): Promise<void>;
}

/** Opens a proxy to PostgreSQL on a local `port`. */
export async function openAnswerCutter(port: number): Promise<AnswerCutter> {
  const pairs = new Map<Socket, Socket>();
  let isCut = false;
  const server = createServer((client) => {
    const database = connect(port, "127.0.0.1");
    pairs.set(client, database);
    const end = () => {
      pairs.delete(client);
      client.destroy();
      database.destroy();
    };
    for (const socket of [client, database]) {
      socket.setNoDelay(true);
      socket.on("error", end);
    }
    client.on("close", end);
    // A server that gets no responses also does not notice that the database is down.
    database.on("close", () => (isCut ? undefined : end()));
    client.pipe(database);
    if (!isCut) {
      database.pipe(client);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      for (const [client, database] of pairs) {
        database.unpipe(client);
        database.resume();
      }
    },
    restore() {
      isCut = false;
      for (const [client, database] of pairs) {
        client.destroy();
        database.destroy();
      }
      pairs.clear();
    },
    close: () =>
      new Promise((resolve) => {
        for (const [client, database] of pairs) {
          client.destroy();
          database.destroy();
        }
        server.close(() => resolve());
      }),
  };
}
