import { useLayoutEffect, useState } from "react";

/** The token from the link that opened this page; kept only in memory. */
let taken: { readonly path: string; readonly token: string } | undefined;

function readToken(): string {
  const { hash, pathname: path } = window.location;
  if (hash.length > 1) {
    taken = { path, token: hash.slice(1) };
  }
  return taken?.path === path ? taken.token : "";
}

/**
 * Returns the token in the fragment of an emailed link, or an empty string, and removes the token
 * from the address bar and the history.
 */
export function useLinkToken(): string {
  const [token] = useState(readToken);
  // Done in an effect, because React may discard a first render and start over. A token removed
  // during the discarded render would be missing in the next.
  useLayoutEffect(() => {
    if (window.location.hash !== "") {
      window.history.replaceState(window.history.state, "", window.location.pathname);
    }
  }, []);
  return token;
}
