import { areOperatorMenus, type SessionMenu } from "../lib/session/session-store.ts";

/** Who may see a page: signed-in users only, or everyone. */
export type PageAccess = "customer" | "public";

interface Navigation {
  readonly pathname: string;
  /** The full path of the requested page, exactly as requested: pathname, search and hash. */
  readonly href: string;
  /** The page being left; `undefined` on the first navigation. */
  readonly from: string | undefined;
  /** `undefined` for an unknown path. */
  readonly access: PageAccess | undefined;
  readonly signedIn: boolean;
  /** Pages that the signed-in user may open. */
  readonly menus: readonly SessionMenu[];
}

export type Verdict =
  | { readonly kind: "proceed" }
  | { readonly kind: "home" }
  /** An operator's first page; operators have no customer home screen. */
  | { readonly kind: "first-page"; readonly pathname: string }
  | { readonly kind: "login"; readonly redirect: string }
  /** The same page at its canonical address. */
  | { readonly kind: "tidy"; readonly pathname: string };

/** Decides where a navigation leads after the session has been loaded. */
export function judgeNavigation(navigation: Navigation): Verdict {
  const { access, signedIn, pathname, from } = navigation;
  // The router would treat two consecutive slashes as one.
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

/**
 * Returns true for a page that is not in the operator's menus. For customers, the server decides.
 */
function isAnothers(pathname: string, menus: readonly SessionMenu[]): boolean {
  const isBelow = ({ path }: SessionMenu) => pathname === path || pathname.startsWith(`${path}/`);
  return areOperatorMenus(menus) && !menus.some(isBelow);
}
