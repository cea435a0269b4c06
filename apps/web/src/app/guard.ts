import { areOperatorMenus, type SessionMenu } from "../lib/session/session-store.ts";

/** Who may see a page: somebody signed in, or anybody. */
export type PageAccess = "customer" | "public";

interface Navigation {
  readonly pathname: string;
  /** The full intended path, byte for byte: pathname, search and hash. */
  readonly href: string;
  /** The page this navigation leaves; `undefined` on the first one. */
  readonly from: string | undefined;
  /** `undefined` for a path that is no page. */
  readonly access: PageAccess | undefined;
  readonly signedIn: boolean;
  /** Where whoever is signed in may go. */
  readonly menus: readonly SessionMenu[];
}

export type Verdict =
  | { readonly kind: "proceed" }
  | { readonly kind: "home" }
  /** The first of an operator's own pages, who has no home of a customer. */
  | { readonly kind: "first-page"; readonly pathname: string }
  | { readonly kind: "login"; readonly redirect: string }
  /** The same page under the address that it has. */
  | { readonly kind: "tidy"; readonly pathname: string };

/** Where a navigation leads, once it is known who is signed in. */
export function judgeNavigation(navigation: Navigation): Verdict {
  const { access, signedIn, pathname, from } = navigation;
  // The router would take two slashes in a row for one.
  if (access === undefined || pathname.includes("//")) {
    return { kind: "home" };
  }
  if (access === "customer" && !signedIn) {
    return { kind: "login", redirect: navigation.href };
  }
  if (pathname === "/login" && signedIn && from !== "/login") {
    return { kind: "home" };
  }
  if (pathname !== "/" && pathname.endsWith("/")) {
    return { kind: "tidy", pathname: pathname.replace(/\/+$/, "") };
  }
  const [first] = navigation.menus;
  if (access === "customer" && first && isAnothers(pathname, navigation.menus)) {
    return { kind: "first-page", pathname: first.path };
  }
  return { kind: "proceed" };
}

/** Whether a page is none of an operator's; whose a customer's pages are the server decides. */
function isAnothers(pathname: string, menus: readonly SessionMenu[]): boolean {
  const isBelow = ({ path }: SessionMenu) => pathname === path || pathname.startsWith(`${path}/`);
  return areOperatorMenus(menus) && !menus.some(isBelow);
}
