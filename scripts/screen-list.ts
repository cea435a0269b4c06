import { customerScreens } from "./screens/customer-screens.ts";
import { operatorScreens } from "./screens/operator-screens.ts";
import { publicScreens } from "./screens/public-screens.ts";
import type { Screen } from "./screens/screen.ts";

export type { Screen } from "./screens/screen.ts";

/** Every route of the console, plus the additional states of routes that have several. */
export const screens: readonly Screen[] = [
  ...publicScreens,
  ...customerScreens,
  ...operatorScreens,
];
