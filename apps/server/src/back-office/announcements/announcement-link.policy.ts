const HERE = "https://console.invalid";

function parse(href: string): URL | undefined {
  return URL.canParse(href, HERE) ? new URL(href, HERE) : undefined;
}

/**
 * Returns whether an announcement may link to a target: https, an email address, or a path in this
 * console.
 */
export function isAllowedLink(href: string): boolean {
  const url = parse(href);
  if (url === undefined || url.username !== "" || url.password !== "") {
    return false;
  }
  if (url.origin === HERE) {
    // Allows only plain paths, since some browsers treat `//host`, `/\host` and `\host` as another
    // site.
    return /^\/(?![/\\])/.test(href);
  }
  return url.protocol === "mailto:" || (url.protocol === "https:" && /^https:\/\//i.test(href));
}

/** Returns whether a link leads outside the console. */
export function isExternalLink(href: string): boolean {
  return parse(href)?.origin !== HERE;
}
