export { registerProgrammeRoutes } from "./program.routes.ts";
export { programmeSettings } from "./program-settings.ts";
