export { CardProductsError, readCardProducts } from "./card-products-file.ts";
export { type ImportedProducts, importCardProducts } from "./import-card-products.ts";
export { registerProgrammeRoutes } from "./programme.routes.ts";
export { programmeSettings } from "./programme-settings.ts";
export { removeSandboxLines } from "./remove-sandbox-lines.ts";
