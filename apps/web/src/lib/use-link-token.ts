import { useLayoutEffect, useState } from "react";

/** The token of the link that this page was opened with; kept in memory only. */
let taken: { readonly path: string; readonly token: string } | undefined;

function readToken(): string {
  const { hash, pathname: path } = window.location;
  if (hash.length > 1) {
    taken = { path, token: hash.slice(1) };
  }
  return taken?.path === path ? taken.token : "";
}

/**
 * Returns the token in the fragment of a mailed link, or an empty string, and removes it from the
 * address bar and the history.
 */
export function useLinkToken(): string {
  const [token] = useState(readToken);
  // In an effect, because React may discard a first render and start again: a token removed during
  // render would be missing the second time.
  useLayoutEffect(() => {
    if (window.location.hash !== "") {
      window.history.replaceState(window.history.state, "", window.location.pathname);
    }
  }, []);
  return token;
}
