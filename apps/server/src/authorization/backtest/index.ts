export { backtestRule } from "./backtest.ts";
export { backtestProgrammeRule } from "./backtest-program-rule.ts";
