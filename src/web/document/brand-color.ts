const black = '#000000'
const white = '#ffffff'

/** The contrast that WCAG 2.2 requires of text. */
export const minContrast = 4.5

/** Returns the contrast ratio of two colours as #rrggbb, from 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Returns true if text in this colour can be read on white paper. */
export const isReadable = (color: string) => contrastOf(color, white) >= minContrast

/** Returns white if it is readable on `color`, otherwise black, which then is. */
export const textOn = (color: string) => (isReadable(color) ? white : black)

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(color.slice(at, at + 2), 16) / 255),
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
