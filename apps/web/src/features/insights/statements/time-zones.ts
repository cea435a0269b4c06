/** What the server takes for a zone's name. */
const NAME = /^(?:UTC|[A-Z][A-Za-z_]*(?:\/[A-Za-z0-9_+-]+){1,2})$/;

/** The device's own zone; UTC where it has none that has a name. */
export function deviceZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return NAME.test(timeZone) ? timeZone : "UTC";
}

/** Every zone by its name, UTC first. */
export function allZones(): readonly string[] {
  const zones = Intl.supportedValuesOf("timeZone").filter((zone) => NAME.test(zone));
  return ["UTC", ...zones.filter((zone) => zone !== "UTC")];
}

/** A zone as it is read: `America/New York`. */
export function zoneName(zone: string): string {
  return zone.replaceAll("_", " ");
}

/** How far a zone is off from UTC at a moment: `UTC+5:45`. Empty where the browser knows none. */
export function zoneOffset(zone: string, at: Date): string {
  try {
    const parts = new Intl.DateTimeFormat("en", {
      timeZone: zone,
      timeZoneName: "shortOffset",
    }).formatToParts(at);
    const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
    return name.replace("GMT", "UTC").replace("-", "\u2212");
  } catch {
    return "";
  }
}

/** The day that it is in a zone: `2026-11-20`. */
export function dayIn(zone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).formatToParts(at);
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
}

/** Zones whose name has every word of the text, in either writing. */
export function zonesLike(zones: readonly string[], text: string): readonly string[] {
  const words = text
    .toLowerCase()
    .split(/[\s_/]+/)
    .filter(Boolean);
  return zones.filter((zone) => {
    const name = zone.toLowerCase();
    return words.every((word) => name.includes(word));
  });
}
