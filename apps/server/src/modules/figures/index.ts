export { registerFiguresRoutes } from "./figures.routes.ts";
