import { openWebhookProgram } from "@tessera/server/testing/webhook-program";

/**
 * A server of the lab, in a process of its own so that it can be killed: it seals blocks, derives
 * events and sends them. Says when it has started.
 */
const { LAB_DATABASE_URL: appUrl = "", LAB_ROOT_KEY = "", LAB_TRUSTS_NAMES } = process.env;
const { DATA_DIR = "", WEBHOOK_DNS_SERVERS = "" } = process.env;
const program = await openWebhookProgram({
  appUrl,
  rootKey: Buffer.from(LAB_ROOT_KEY, "base64"),
  env: { DATA_DIR, WEBHOOK_DNS_SERVERS, WEBHOOK_LOOPBACK: "on" },
  trustsNames: LAB_TRUSTS_NAMES === "yes",
});
await program.work();
process.send?.("started");
process.once("disconnect", () => process.exit(0));
