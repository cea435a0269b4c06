const MAX_LENGTH = 2048;
const MAX_DECODINGS = 4;

function hasForbiddenCharacter(text: string): boolean {
  return [...text].some((character) => {
    const code = character.codePointAt(0) ?? 0;
    return code <= 0x20 || (code >= 0x7f && code <= 0xa0) || character === "\\";
  });
}

/** Returns the original path and the result of each round of decoding it. */
function readingsOf(path: string): string[] {
  const readings = [path];
  for (let current = path; readings.length <= MAX_DECODINGS; ) {
    const decoded = current.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (decoded === current) {
      return readings;
    }
    readings.push(decoded);
    current = decoded;
  }
  return ["//"];
}

function staysLocal(path: string): boolean {
  return path.startsWith("/") && !path.includes("//") && !hasForbiddenCharacter(path);
}

/**
 * Returns the console path from a `redirect` parameter, or the home path if the parameter is not
 * safe.
 *
 * A redirect that leaves the origin would allow phishing, so it is rejected in every encoding: the
 * path must be rooted, must not contain consecutive slashes, a backslash, a space or a control
 * character, must resolve to this origin, and must belong to a page of the console.
 *
 * @param isKnown returns whether a pathname is a page of the console
 */
export function safeRedirect(
  value: unknown,
  isKnown: (pathname: string) => boolean,
  origin: string = window.location.origin,
): string {
  if (typeof value !== "string" || value.length === 0 || value.length > MAX_LENGTH) {
    return "/";
  }
  const path = value.split(/[?#]/, 1)[0] ?? "";
  if (hasForbiddenCharacter(value) || !readingsOf(path).every(staysLocal)) {
    return "/";
  }
  let url: URL;
  try {
    url = new URL(value, origin);
  } catch {
    return "/";
  }
  if (url.origin !== origin || url.username !== "" || !isKnown(url.pathname)) {
    return "/";
  }
  return `${url.pathname}${url.search}${url.hash}`;
}
