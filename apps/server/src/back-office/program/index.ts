export { programSettings } from "./program-settings.ts";
