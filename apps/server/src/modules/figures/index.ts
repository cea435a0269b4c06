export { type FigurePeriod, figurePeriod } from "./figure-period.ts";
export { registerFiguresRoutes } from "./figures.routes.ts";
export { convertedSum, type RateOf } from "./spending.policy.ts";
export { separateUnconverted } from "./unconverted.policy.ts";
