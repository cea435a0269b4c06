import { defineConfig } from "@lingui/conf";
import { formatter } from "@lingui/format-po";

export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "zh-CN", "zh-TW"],
  catalogs: [{ path: "<rootDir>/src/i18n/locales/{locale}", include: ["<rootDir>/src"] }],
  // Neither file names nor line numbers, so that two branches that each add a string merge.
  format: formatter({ origins: false, lineNumbers: false, printPlaceholdersInComments: false }),
  orderBy: "message",
});
