/** The standbys that a server's commits wait for, as `synchronous_standby_names` says it. */
interface RequiredStandbys {
  readonly number: number;
  readonly names: readonly string[];
}

function parse(setting: string): RequiredStandbys {
  const [, number, listed] = /^(?:(?:any|first)\s+)?(\d+)\s*\((.*)\)$/is.exec(setting.trim()) ?? [];
  const names = (listed ?? setting)
    .split(",")
    .map((name) =>
      name
        .trim()
        .replace(/^"(.*)"$/, "$1")
        .replaceAll('""', '"')
        .toLowerCase(),
    )
    .filter((name) => name !== "");
  return { number: names.length === 0 ? 0 : Number(number ?? 1), names };
}

/**
 * Returns whether commits of a server will be acknowledged once it is the primary.
 *
 * @param setting its `synchronous_standby_names`
 * @param following the names of the standbys that follow it now
 */
export function canCommit(setting: string, following: readonly string[]): boolean {
  const { number, names } = parse(setting);
  const counted = following.filter(
    (name) => names.includes("*") || names.includes(name.toLowerCase()),
  );
  return counted.length >= number;
}
