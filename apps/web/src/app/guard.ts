/** Who may see a page: somebody signed in, or anybody. */
export type PageAccess = "customer" | "public";

interface Navigation {
  readonly pathname: string;
  /** The full intended path: pathname, search and hash. */
  readonly href: string;
  /** The page this navigation leaves; `undefined` on the first one. */
  readonly from: string | undefined;
  /** `undefined` for a path that is no page. */
  readonly access: PageAccess | undefined;
  readonly signedIn: boolean;
}

export type Verdict =
  | { readonly kind: "proceed" }
  | { readonly kind: "home" }
  | { readonly kind: "login"; readonly redirect: string };

/** Where a navigation leads, once it is known who is signed in. */
export function judgeNavigation(navigation: Navigation): Verdict {
  const { access, signedIn, pathname, from } = navigation;
  if (access === undefined) {
    return { kind: "home" };
  }
  if (access === "customer" && !signedIn) {
    return { kind: "login", redirect: navigation.href };
  }
  if (pathname === "/login" && signedIn && from !== "/login") {
    return { kind: "home" };
  }
  return { kind: "proceed" };
}
