export { registerOfferingRoutes } from "./offering.routes.ts";
