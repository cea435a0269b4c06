export { programmeSettings } from "./program-settings.ts";
