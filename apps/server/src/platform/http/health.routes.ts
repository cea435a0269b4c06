import type { Migration } from "@tessera/database";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../context.ts";
import { isReady } from "./readiness.ts";

/**
 * Registers `/healthz`, which shows that the process responds, and `/readyz`, which shows that the
 * database responds, is migrated, and accepts writes, and that the server is not about to stop.
 */
export function registerHealthRoutes(
  app: FastifyInstance,
  context: AppContext,
  migrations: readonly Migration[],
): void {
  app.get("/healthz", async () => ({ status: "alive" }));
  app.get("/readyz", async (_request, reply) => {
    const ready =
      !app.leaving.isAnnounced && (await isReady(context, migrations, app.storageTrouble));
    return reply.code(ready ? 200 : 503).send({ status: ready ? "ready" : "not-ready" });
  });
}
