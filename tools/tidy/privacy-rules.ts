import { lineRule, type Rule } from "./rule.ts";
import type { SourceFile } from "./source-files.ts";

const STORAGE = "apps/web/src/lib/session/storage.ts";

/** Files that access browser storage, using the keys listed in the privacy policy. */
const STORAGE_FILES = new Set([
  "apps/web/src/app/scroll-memory.ts",
  "apps/web/src/features/money-movement/wallet/display-currency.ts",
  "apps/web/src/first-paint.js",
  STORAGE,
]);

/** Removes the cookie header from logs. */
const REDACTION = "apps/server/src/platform/telemetry/logger.ts";

const isApp = ({ path, isTest }: SourceFile) => /^apps\/(web|server)\/src\//.test(path) && !isTest;

/**
 * The privacy policy lists every storage key. A key used in another file might be missing from the
 * policy.
 */
const browserStorage = lineRule(
  "browser-storage",
  (file) => isApp(file) && !STORAGE_FILES.has(file.path),
  (line) =>
    /\b(localStorage|sessionStorage|indexedDB)\b/.test(line)
      ? `Storage is used by ${STORAGE}, under keys that the privacy policy names.`
      : undefined,
);

/** The privacy policy says that Tessera uses no cookies. */
const cookies = lineRule(
  "no-cookies",
  (file) => isApp(file) && file.path !== REDACTION,
  (line) =>
    /document\.cookie|\bcookieStore\b|["'`]set-cookie["'`]|\.setCookie\(/i.test(line)
      ? "The privacy policy says that the console uses no cookies."
      : undefined,
);

export const privacyRules: readonly Rule[] = [browserStorage, cookies];
