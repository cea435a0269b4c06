import { mergeConfig } from "vitest/config";
import base from "./vite.config.ts";

export default mergeConfig(base({ mode: "test", command: "serve" }), {
  test: {
    name: "web",
    environment: "jsdom",
    include: ["{src,build}/**/*.test.{ts,tsx}"],
    setupFiles: ["./src/test-setup.ts"],
    restoreMocks: true,
  },
});
