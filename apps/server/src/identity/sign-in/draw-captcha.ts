import { randomInt } from "node:crypto";
import { fileURLToPath } from "node:url";
import { createCanvas, GlobalFonts, type SKRSContext2D } from "@napi-rs/canvas";

const FONT = "Tessera Captcha";
const WIDTH = 200;
const HEIGHT = 64;
const FONT_PX = 38;

let isFontReady = false;

function ensureFont(): void {
  if (!isFontReady) {
    const file = import.meta.resolve(
      "@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2",
    );
    GlobalFonts.registerFromPath(fileURLToPath(file), FONT);
    isFontReady = true;
  }
}

/** Returns an unpredictable number between `low` and `high`. */
function between(low: number, high: number): number {
  return low + ((high - low) * randomInt(10_000)) / 10_000;
}

/** Returns a random dark color, so that the letters cannot be separated by color. */
function ink(): string {
  return `hsl(${randomInt(360)} 45% ${randomInt(22, 42)}%)`;
}

/** Draws one letter in one of two styles: filled or outlined. */
function drawLetter(canvas: SKRSContext2D, letter: string, center: number): void {
  canvas.save();
  canvas.translate(center, HEIGHT / 2 + between(-6, 6));
  canvas.transform(1, between(-0.16, 0.16), between(-0.28, 0.28), 1, 0, 0);
  canvas.rotate(between(-0.3, 0.3));
  const scale = between(0.88, 1.16);
  canvas.scale(scale, scale);
  canvas.font = `${randomInt(5, 8) * 100} ${FONT_PX}px "${FONT}"`;
  canvas.textAlign = "center";
  canvas.textBaseline = "middle";
  if (randomInt(2) === 0) {
    canvas.fillStyle = ink();
    canvas.fillText(letter, 0, 0);
  } else {
    canvas.strokeStyle = ink();
    canvas.lineWidth = 1.8;
    canvas.strokeText(letter, 0, 0);
  }
  canvas.restore();
}

function drawWave(canvas: SKRSContext2D): void {
  canvas.beginPath();
  canvas.strokeStyle = ink();
  canvas.lineWidth = between(1, 2.2);
  canvas.moveTo(0, between(10, HEIGHT - 10));
  canvas.bezierCurveTo(
    between(30, 80),
    between(-10, HEIGHT + 10),
    between(120, 170),
    between(-10, HEIGHT + 10),
    WIDTH,
    between(10, HEIGHT - 10),
  );
  canvas.stroke();
}

function drawSpeckles(canvas: SKRSContext2D): void {
  for (let index = 0; index < 60; index += 1) {
    canvas.fillStyle = `hsl(${randomInt(360)} 30% ${randomInt(45, 80)}%)`;
    canvas.fillRect(between(0, WIDTH), between(0, HEIGHT), between(1, 2.4), between(1, 2.4));
  }
}

/** Draws a 200 by 64 pixel PNG of distorted letters with lines across them. */
export async function drawCaptcha(answer: string): Promise<Buffer> {
  ensureFont();
  const image = createCanvas(WIDTH, HEIGHT);
  const canvas = image.getContext("2d");
  canvas.fillStyle = `hsl(${randomInt(360)} 30% 95%)`;
  canvas.fillRect(0, 0, WIDTH, HEIGHT);
  drawSpeckles(canvas);
  const step = (WIDTH - 24) / answer.length;
  [...answer].forEach((letter, index) => {
    drawLetter(canvas, letter, 12 + step * (index + 0.5) + between(-2, 2));
  });
  drawWave(canvas);
  drawWave(canvas);
  return image.encode("png");
}
