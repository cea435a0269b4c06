import type { ReactNode } from "react";

interface Mark {
  readonly name: string;
  readonly viewBox: string;
  readonly drawing: ReactNode;
}

const LETTERS = {
  fontFamily: "Instrument Sans Variable, sans-serif",
  fontWeight: 700,
  fill: "currentColor",
  textAnchor: "middle",
} as const;

/** Single-color drawings in the console's style, not the networks' artwork. */
const MARKS: Readonly<Record<string, Mark>> = {
  visa: {
    name: "Visa",
    viewBox: "0 0 46 16",
    drawing: (
      <text
        {...LETTERS}
        x="23"
        y="14.6"
        fontSize="19"
        letterSpacing="-.4"
        transform="skewX(-12) translate(3.4 0)"
      >
        VISA
      </text>
    ),
  },
  mastercard: {
    name: "Mastercard",
    viewBox: "0 0 32 20",
    drawing: (
      <>
        <g fill="none" stroke="currentColor" strokeWidth="1.6">
          <circle cx="10" cy="10" r="9.2" />
          <circle cx="22" cy="10" r="9.2" />
        </g>
        <path d="M16 3.1a9.2 9.2 0 0 1 0 13.8 9.2 9.2 0 0 1 0-13.8Z" fill="currentColor" />
      </>
    ),
  },
  amex: {
    name: "American Express",
    viewBox: "0 0 44 20",
    drawing: (
      <>
        <rect
          x=".8"
          y=".8"
          width="42.4"
          height="18.4"
          rx="3"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
        />
        <text {...LETTERS} x="22" y="14.2" fontSize="11.5" letterSpacing=".3">
          AMEX
        </text>
      </>
    ),
  },
  unionpay: {
    name: "UnionPay",
    viewBox: "0 0 40 20",
    drawing: (
      <>
        <g fill="none" stroke="currentColor" strokeWidth="1.5">
          <path
            d="M6.5 1h8l-4 18h-8zM18.500 1h8l-4 18h-8zM30.500 1h8l-4 18h-8z"
            strokeLinejoin="round"
          />
        </g>
      </>
    ),
  },
  jcb: {
    name: "JCB",
    viewBox: "0 0 40 20",
    drawing: (
      <>
        <g fill="none" stroke="currentColor" strokeWidth="1.5">
          <rect x="1" y="1" width="11" height="18" rx="4" />
          <rect x="14.5" y="1" width="11" height="18" rx="4" />
          <rect x="28" y="1" width="11" height="18" rx="4" />
        </g>
        <text {...LETTERS} x="6.5" y="13.3" fontSize="9">
          J
        </text>
        <text {...LETTERS} x="20" y="13.3" fontSize="9">
          C
        </text>
        <text {...LETTERS} x="33.5" y="13.3" fontSize="9">
          B
        </text>
      </>
    ),
  },
  discover: {
    name: "Discover",
    viewBox: "0 0 64 16",
    drawing: (
      <>
        <text {...LETTERS} x="15" y="12.6" fontSize="12">
          DISC
        </text>
        <circle cx="37" cy="8.3" r="4.7" fill="currentColor" />
        <text {...LETTERS} x="53.4" y="12.6" fontSize="12">
          VER
        </text>
      </>
    ),
  },
};

/** Returns the name of a card network. */
export function networkName(network: string): string {
  return MARKS[network]?.name ?? network;
}

interface NetworkMarkProps {
  readonly network: string;
  /** In pixels; the width scales with it. */
  readonly height?: number;
}

/** Renders a network's mark in the current text color. */
export function NetworkMark({ network, height = 16 }: NetworkMarkProps) {
  const mark = MARKS[network];
  if (mark === undefined) {
    return null;
  }
  const [, , width = 1, tall = 1] = mark.viewBox.split(" ").map(Number);
  return (
    <svg
      viewBox={mark.viewBox}
      height={height}
      width={(height * width) / tall}
      role="img"
      aria-label={mark.name}
    >
      {mark.drawing}
    </svg>
  );
}
