export { registerInsightRoutes } from "./insight.routes.ts";
export { readInsight } from "./read-insight.ts";
