export { CardProductsError, readCardProducts } from "./card-products-file.ts";
export { changeSegment } from "./change-segment.ts";
export { changeStock } from "./change-stock.ts";
export { createSegment } from "./create-segment.ts";
export { type ImportedProducts, importCardProducts } from "./import-card-products.ts";
export { removeSandboxLines } from "./remove-sandbox-lines.ts";
export { type CountedSegment, selectSegments } from "./segments.repository.ts";
