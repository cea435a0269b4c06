import { expect, test } from "vitest";
import { operatorPlaces, placesBeyondNav, placesInNav } from "./operator-places.ts";

const menu = (key: string) => ({ key, path: key === "profile" ? "/profile" : `/system/${key}` });
const keys = (places: readonly { readonly path: string }[]) =>
  places.map(({ path }) => path.split("/").at(-1));

test("The bottom navigation shows the first places and the profile but omits the rest", () => {
  const menus = ["board", "customers", "network", "programme", "audit", "profile"].map(menu);
  expect(keys(placesInNav(menus, "/profile"))).toEqual([
    "board",
    "customers",
    "network",
    "profile",
  ]);
  expect(keys(placesBeyondNav(menus))).toEqual(["programme", "audit"]);
});

test("The current place is added to the bottom navigation without replacing another", () => {
  const menus = ["board", "customers", "network", "programme", "audit", "profile"].map(menu);
  const first = ["board", "customers", "network"];
  expect(keys(placesInNav(menus, "/system/programme"))).toEqual([...first, "programme", "profile"]);
  expect(keys(placesInNav(menus, "/system/customers/cus_1"))).toEqual([...first, "profile"]);
});

test("An operator with few places sees all of them in the bottom navigation", () => {
  const menus = ["audit", "profile"].map(menu);
  expect(keys(placesInNav(menus, "/system/audit"))).toEqual(["audit", "profile"]);
  expect(placesBeyondNav(menus)).toEqual([]);
});

test("A menu that this console does not know is left out of the operator's places", () => {
  expect(keys(operatorPlaces([menu("announcements"), menu("moonbase")]))).toEqual([
    "announcements",
  ]);
});
