import { expect, it } from "vitest";
import { LIVE_SETTINGS } from "../../testing/live-settings.ts";
import { readConfig } from "../config/config.ts";
import { startFacts, startPage } from "./start-page.ts";

const ADDRESS = "http://127.0.0.1:4300";

it("start page: in live mode, names the console's public URL and the listening address", () => {
  const config = readConfig({ ...LIVE_SETTINGS, DATABASE_URL: "postgres://server@localhost/live" });
  const page = startPage(config, ADDRESS, []);
  expect(page).toMatch(new RegExp(`^ {2}Console +${config.publicUrl}$`, "m"));
  expect(page).toMatch(new RegExp(`^ {2}API +${config.publicUrl}/reference$`, "m"));
  expect(page).toMatch(/^ {2}Listening +http:\/\/localhost:4300$/m);
});

it("start page: in the sandbox, names the address that the server listens on", () => {
  const page = startPage(readConfig({}), ADDRESS, []);
  expect(page).toMatch(/^ {2}Console +http:\/\/localhost:4300$/m);
  expect(page).not.toContain("Listening");
});

it("start page: the facts for the log contain the same addresses and no password", () => {
  const env = { ...LIVE_SETTINGS, DATABASE_URL: "postgres://server@localhost/live" };
  const { publicUrl } = readConfig(env);
  expect(startFacts(readConfig(env), ADDRESS)).toEqual({
    mode: "live",
    console: publicUrl,
    listening: "http://localhost:4300",
    api: `${publicUrl}/reference`,
    virusScan: "off",
  });
  expect(startFacts(readConfig({}), ADDRESS).console).toBe("http://localhost:4300");
});
