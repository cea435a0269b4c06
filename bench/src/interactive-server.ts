import { buildApp } from "@tessera/server/app";
import { readConfig } from "@tessera/server/config";
import { createContext } from "@tessera/server/context";
import { createLogger } from "@tessera/server/logger";
import { loadRootKey } from "@tessera/server/root-key";
import postgres from "postgres";
import { submitInteractively } from "./interactive-submit.ts";

/**
 * The baseline: Tessera's own server with all of its checks, up to the point where money moves.
 * From there, each movement is an interactive transaction on a pool of 16 connections. The server
 * does no background work.
 */
const config = readConfig(process.env);
const databaseUrl = config.databaseUrl ?? "";
const open = await createContext({
  config,
  log: createLogger(config.log),
  rootKey: await loadRootKey(config),
  databaseUrl,
});
const sql = postgres(databaseUrl, { max: 16, onnotice: () => undefined });
const ledger = {
  ...open.context.ledger,
  submit: submitInteractively(sql),
};
const { server } = await buildApp({ ...open.context, ledger });
await server.listen({ host: config.host, port: config.port });
process.once("SIGTERM", () => {
  void server
    .close()
    .then(() => sql.end())
    .then(() => open.close());
});
