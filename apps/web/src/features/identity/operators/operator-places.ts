import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { LinkProps } from "@tanstack/react-router";
import {
  FileSearch,
  Gavel,
  Landmark,
  LayoutDashboard,
  type LucideIcon,
  Megaphone,
  MessagesSquare,
  SlidersVertical,
  Unplug,
  User,
  UserCog,
  UsersRound,
} from "lucide-react";
import type { SessionMenu } from "../../../lib/session/session-store.ts";

/** A destination in the operators' navigation. */
export interface OperatorPlace {
  readonly path: NonNullable<LinkProps["to"]>;
  readonly icon: LucideIcon;
  readonly title: MessageDescriptor;
  /** Short title for the bottom navigation of phones, which has up to five items. */
  readonly brief?: MessageDescriptor;
}

/** Icon and title of each menu of a session. The path comes from the server. */
const PLACES: ReadonlyMap<string, Omit<OperatorPlace, "path">> = new Map([
  ["board", { icon: LayoutDashboard, title: msg`Dashboard` }],
  ["operator-reviews", { icon: Gavel, title: msg`Review queues`, brief: msg`Reviews` }],
  ["operator-support", { icon: MessagesSquare, title: msg`Conversations`, brief: msg`Support` }],
  ["customers", { icon: UsersRound, title: msg`Customers` }],
  [
    "network",
    {
      icon: Unplug,
      title: msg`Unmatched messages`,
      brief: msg({ message: "Network", context: "operators" }),
    },
  ],
  ["bank", { icon: Landmark, title: msg`Bank transfers` }],
  ["programme", { icon: SlidersVertical, title: msg`Program` }],
  ["operators", { icon: UserCog, title: msg`Operators` }],
  ["announcements", { icon: Megaphone, title: msg`Announcements` }],
  ["audit", { icon: FileSearch, title: msg`Audit log` }],
  ["profile", { icon: User, title: msg`Profile` }],
]);

/**
 * Returns the places for the menus, in order. Menus unknown to this console are left out; the guard
 * redirects a path without a page to the home page.
 */
export function operatorPlaces(menus: readonly SessionMenu[]): readonly OperatorPlace[] {
  return menus.flatMap(({ key, path }) => {
    const place = PLACES.get(key);
    return place === undefined ? [] : [{ path: path as OperatorPlace["path"], ...place }];
  });
}

/** Number of places in a phone's bottom navigation, not counting the profile. */
const IN_NAV = 3;
const isOwn = ({ path }: OperatorPlace) => path === "/profile";

/**
 * Returns the items of the bottom navigation: the first places, the current one if it is not among
 * them, and the profile. The current place does not replace any other place, so that the others do
 * not move.
 */
export function placesInNav(
  menus: readonly SessionMenu[],
  pathname: string,
): readonly OperatorPlace[] {
  const places = operatorPlaces(menus);
  const isHere = ({ path }: OperatorPlace) => pathname === path || pathname.startsWith(`${path}/`);
  return [
    ...places.filter((place) => !isOwn(place)).slice(0, IN_NAV),
    ...placesBeyondNav(menus).filter(isHere),
    ...places.filter(isOwn),
  ];
}

/** Returns the places that do not fit in the bottom navigation. */
export function placesBeyondNav(menus: readonly SessionMenu[]): readonly OperatorPlace[] {
  return operatorPlaces(menus)
    .filter((place) => !isOwn(place))
    .slice(IN_NAV);
}
