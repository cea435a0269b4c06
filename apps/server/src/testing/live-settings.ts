import { randomBytes } from "node:crypto";

/** Settings for starting in live mode, except for the database and the data folder. */
export const LIVE_SETTINGS = {
  TESSERA_MODE: "live",
  TESSERA_KEY: randomBytes(32).toString("base64"),
  SMTP_URL: "smtps://user:secret@mail.example",
  MAIL_FROM: "Tessera <no-reply@tessera.example>",
  MAIL_REPLY_TO: "support@tessera.example",
  PUBLIC_URL: "https://console.example",
  METRICS_TOKEN: "hX7pQ2vL9sRk4TzB",
  RATES_PROVIDER: "none",
  ISSUER_PROVIDER: "none",
  NETWORK_PROVIDER: "none",
  CHAIN_PROVIDER: "none",
  PAYOUT_PROVIDER: "none",
} as const;
