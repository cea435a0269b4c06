export { registerProgrammeRoutes } from "./programme.routes.ts";
export { programmeSettings } from "./programme-settings.ts";
