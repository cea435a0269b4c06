import { create } from "qrcode";

const QUIET_MODULES = 2;

interface QrCodeProps {
  readonly text: string;
  /** The accessible description of the code's content. */
  readonly label: string;
}

/**
 * Renders a QR code as one path. Its background stays white in the dark theme, because cameras need
 * the contrast.
 */
export function QrCode({ text, label }: QrCodeProps) {
  const { modules } = create(text, { errorCorrectionLevel: "M" });
  const size = modules.size + QUIET_MODULES * 2;
  let d = "";
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (modules.get(row, column)) {
        d += `M${column + QUIET_MODULES} ${row + QUIET_MODULES}h1v1h-1z`;
      }
    }
  }
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="block size-full"
    >
      <path d={d} fill="#161e2a" />
    </svg>
  );
}
