import { expect, it } from "vitest";
import { LIVE_SETTINGS } from "../../testing/live-settings.ts";
import { readConfig } from "../config/config.ts";
import { startFacts, startPage } from "./start-page.ts";

const ADDRESS = "http://127.0.0.1:4300";

it("the start page names the public address as the live console’s, and where it listens", () => {
  const config = readConfig({ ...LIVE_SETTINGS, DATABASE_URL: "postgres://server@localhost/live" });
  const page = startPage(config, ADDRESS, []);
  expect(page).toMatch(new RegExp(`^ {2}Console +${config.publicUrl}$`, "m"));
  expect(page).toMatch(new RegExp(`^ {2}API +${config.publicUrl}/reference$`, "m"));
  expect(page).toMatch(/^ {2}Listening +http:\/\/localhost:4300$/m);
});

it("the start page of a sandbox names the address that it listens at", () => {
  const page = startPage(readConfig({}), ADDRESS, []);
  expect(page).toMatch(/^ {2}Console +http:\/\/localhost:4300$/m);
  expect(page).not.toContain("Listening");
});

it("the start facts for the log name the same addresses, and no password", () => {
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
