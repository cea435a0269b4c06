export { type FigurePeriod, figurePeriod } from "./figure-period.ts";
export { convertedSum, type RateOf } from "./spending.policy.ts";
export { separateUnconverted } from "./unconverted.policy.ts";
