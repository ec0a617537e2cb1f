import type { CSSProperties } from 'react'

const black = '#000000'
const white = '#ffffff'

/** The contrast that WCAG 2.2 requires of text. */
export const minContrast = 4.5

/** Returns the contrast ratio of two colours as #rrggbb, from 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrastOf(color: string, background: string): number {
  const [dark = 0, light = 0] = [luminanceOf(color), luminanceOf(background)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Returns true if text in this colour can be read on white paper. */
export const isReadable = (color: string) => contrastOf(color, white) >= minContrast

/** Returns white if it is readable on `color`, otherwise black, which then is. */
export const textOn = (color: string) => (isReadable(color) ? white : black)

/**
 * Returns the colour if it has the contrast with `ground`; otherwise the nearest mixture with black or white that does.
 */
export function readableOn(color: string, ground: string, contrast = minContrast): string {
  const end = textOn(ground) === white ? 255 : 0
  for (let part = 0; part < 1; part += 0.05) {
    const mixed = mixedWith(color, end, part)
    if (contrastOf(mixed, ground) >= contrast) return mixed
  }
  return end === 255 ? white : black
}

/** The contrast of accents on white and on the lightest dark surface: more than enough, because some are tinted. */
const accentContrast = 5.5
const darkSurface = '#262a33'

/** Returns the colours of links and buttons in the colour of a brand, readable in the light and in the dark. */
export function accentStyle(color: string): CSSProperties {
  const light = readableOn(color, white, accentContrast)
  const dark = readableOn(color, darkSurface, accentContrast)
  return {
    '--brand': color,
    '--accent': `light-dark(${light}, ${dark})`,
    '--accent-fill': light,
    '--accent-fill-hover': `color-mix(in oklch, ${light}, black 15%)`,
    '--accent-soft': `light-dark(color-mix(in srgb, ${light} 8%, white), color-mix(in srgb, ${dark} 12%, #1b1d22))`,
  }
}

const partsOf = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

const mixedWith = (color: string, end: number, part: number) =>
  `#${partsOf(color)
    .map((value) =>
      Math.round(value + (end - value) * part)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(color).map((part) => linear(part / 255))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
