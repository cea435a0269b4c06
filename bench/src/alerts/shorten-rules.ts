/** How long a condition has to last, instead of minutes or hours. */
const FOR = "1s";
/** The range that rates are computed over, instead of minutes. */
const RANGE = "20s";
/** The age from which something that waits counts as late, in seconds. */
const LATE_SECONDS = 10;
/** Ages of what waits. Other limits, such as shares and counts, stay as they are. */
const WAITING = "unsealed|jobs_oldest|provider_messages_oldest|work_oldest";
const AGES = new RegExp(`(tessera_(?:${WAITING})_age_seconds(?:\\{[^}]*\\})?\\) > )\\d+`, "g");

/**
 * Shortens the durations of alert rules, so that an alert fires seconds after its cause. Nothing
 * else changes: each expression reads the same metrics with the same labels.
 */
export function shortenRules(rules: string): string {
  return rules
    .replaceAll(/^(\s+for: )\d+[mh]$/gm, `$1${FOR}`)
    .replaceAll(/\[\d+[mh]\]/g, `[${RANGE}]`)
    .replaceAll(AGES, `$1${LATE_SECONDS}`);
}

/** Returns the names of the alerts, in the order of the rules. */
export function alertNames(rules: string): string[] {
  return [...rules.matchAll(/^\s+- alert: (\w+)$/gm)].map(([, name]) => name ?? "");
}
