// canary: needs-are-the-imports
import { defineModule } from "../../module.ts";

/** Nothing in the folder imports pricing. */
export const lifecycleModule = defineModule({ name: "lifecycle", needs: ["pricing"] });
