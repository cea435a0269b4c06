/** Pattern of the zone names that the server accepts. */
const NAME = /^(?:UTC|[A-Z][A-Za-z_]*(?:\/[A-Za-z0-9_+-]+){1,2})$/;

/** Returns the device's time zone, or UTC if the server does not accept its name. */
export function deviceZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return NAME.test(timeZone) ? timeZone : "UTC";
}

/** Returns the names of all zones, UTC first. */
export function allZones(): readonly string[] {
  const zones = Intl.supportedValuesOf("timeZone").filter((zone) => NAME.test(zone));
  return ["UTC", ...zones.filter((zone) => zone !== "UTC")];
}

/** Formats a zone's name for display: `America/New York`. */
export function zoneName(zone: string): string {
  return zone.replaceAll("_", " ");
}

/** Formats a zone's UTC offset at a point in time: `UTC+5:45`. Empty for unknown zones. */
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

/** Returns the calendar day in a zone at a point in time: `2026-11-20`. */
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

/**
 * Returns the zones whose names contain every word in the text. Words may be separated by `_`, `/`
 * or spaces.
 */
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
