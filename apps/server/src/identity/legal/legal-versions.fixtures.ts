import { hash } from "node:crypto";
import type { LegalVersion, LegalVersions } from "@tessera/contract/identity/legal-versions";

const DAY_MS = 86_400_000;

function version(text: string, number: number, effectiveFrom: Date): LegalVersion {
  const digest = (locale: string) => hash("sha256", `${text} ${number} ${locale}`, "hex");
  return {
    version: number,
    effectiveFrom: effectiveFrom.toISOString(),
    sha256: { en: digest("en"), "zh-CN": digest("zh-CN"), "zh-TW": digest("zh-TW") },
    changes:
      number === 1
        ? null
        : { en: `${text} changed`, "zh-CN": `${text} 已变更`, "zh-TW": `${text} 已變更` },
  };
}

/**
 * Returns versions for a test: one version of each text, plus a second version of the terms that
 * takes effect at the given time and a third one a year later.
 */
export function versionsWithNewTerms(secondFrom: Date): LegalVersions {
  const first = (text: string) => [version(text, 1, new Date(Date.now() - DAY_MS))];
  return {
    terms: [
      ...first("terms"),
      version("terms", 2, secondFrom),
      version("terms", 3, new Date(secondFrom.getTime() + 365 * DAY_MS)),
    ],
    privacy: first("privacy"),
    security: first("security"),
    agreement: first("agreement"),
  };
}
