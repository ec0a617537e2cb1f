/** A closed outline: x and y in turn, in pixels from the top left. */
export type Contour = number[]
/** 0xRRGGBB. */
export type Colour = number

export type Canvas = {
  readonly width: number
  readonly height: number
  /** One number of `colours` a pixel. */
  readonly pixels: Uint8Array
  readonly colours: Colour[]
  /** Fills what the contours run around; where they overlap in one direction they are one shape. Edges are smooth. */
  fill(contours: readonly Contour[], colour: Colour): void
}

/** Steps of an edge from one colour to another: more can hardly be told apart, and make a larger file. */
const levels = 6
/** Sums of many small areas are not quite zero where they should be. */
const nothing = 0.001
const mostColours = 256

export function createCanvas(width: number, height: number, ground: Colour): Canvas {
  const pixels = new Uint8Array(width * height)
  const colours = [ground]
  const numbers = new Map([[ground, 0]])

  function numberOf(colour: Colour): number | undefined {
    const known = numbers.get(colour)
    if (known !== undefined || colours.length === mostColours) return known
    numbers.set(colour, colours.length)
    return colours.push(colour) - 1
  }

  return {
    width,
    height,
    pixels,
    colours,
    fill(contours, colour) {
      const full = numberOf(colour)
      if (full === undefined) throw new Error('There is no room for another colour.')
      const mixed = new Map<number, number>()
      const mixOn = (under: number, level: number) => {
        const number =
          numberOf(mix(colours[under] ?? ground, colour, level / levels)) ?? (level * 2 < levels ? under : full)
        mixed.set(under * levels + level, number)
        return number
      }
      cover(contours, width, height, (at, covered, many) => {
        const level = Math.round(covered * levels)
        if (level === 0) return
        if (level === levels) return void pixels.fill(full, at, at + many)
        for (let pixel = at; pixel < at + many; pixel += 1) {
          const under = pixels[pixel] ?? 0
          pixels[pixel] = mixed.get(under * levels + level) ?? mixOn(under, level)
        }
      })
    },
  }
}

function mix(from: Colour, to: Colour, share: number): Colour {
  const channel = (shift: number) =>
    Math.round(((from >> shift) & 255) * (1 - share) + ((to >> shift) & 255) * share) << shift
  return channel(16) | channel(8) | channel(0)
}

/** Tells of pixels that the contours touch how much of them they cover, 0 to 1, and how many in a row. */
function cover(
  contours: readonly Contour[],
  width: number,
  height: number,
  paint: (at: number, covered: number, many: number) => void,
) {
  let [left, top, right, bottom] = [width, height, 0, 0]
  for (const contour of contours) {
    for (let i = 0; i + 1 < contour.length; i += 2) {
      const [x, y] = [contour[i] ?? 0, contour[i + 1] ?? 0]
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  }
  ;[left, top, right, bottom] = [
    Math.max(0, Math.floor(left)),
    Math.max(0, Math.floor(top)),
    Math.min(width, Math.ceil(right)),
    Math.min(height, Math.ceil(bottom)),
  ]
  if (left >= right || top >= bottom) return
  // What each pixel adds to the sum of its row: with an edge's area in its own pixel and the rest in the next one.
  const across = right - left + 2
  const areas = new Float32Array(across * (bottom - top))
  const within = (x: number, y: number): [number, number] => [
    Math.min(Math.max(x, left), right) - left,
    Math.min(Math.max(y, top), bottom) - top,
  ]
  for (const contour of contours) {
    let [fromX, fromY] = within(contour.at(-2) ?? 0, contour.at(-1) ?? 0)
    for (let i = 0; i + 1 < contour.length; i += 2) {
      const [x, y] = within(contour[i] ?? 0, contour[i + 1] ?? 0)
      addEdge(areas, across, fromX, fromY, x, y)
      ;[fromX, fromY] = [x, y]
    }
  }
  for (let y = 0; y < bottom - top; y += 1) {
    const row = areas.subarray(y * across, (y + 1) * across)
    const start = (y + top) * width + left
    let sum = 0
    for (let x = 0; x < right - left;) {
      sum += row[x] ?? 0
      const from = x
      do x += 1
      while (x < right - left && row[x] === 0)
      const covered = Math.min(1, Math.abs(sum))
      if (covered > nothing) paint(start + from, covered, x - from)
    }
  }
}

function addEdge(areas: Float32Array, across: number, x0: number, y0: number, x1: number, y1: number) {
  if (y0 === y1) return
  const [sign, fromX, fromY, toX, toY] = y0 < y1 ? [1, x0, y0, x1, y1] : [-1, x1, y1, x0, y0]
  const slope = (toX - fromX) / (toY - fromY)
  let x = fromX
  for (let row = Math.floor(fromY); row < toY; row += 1) {
    const tall = Math.min(row + 1, toY) - Math.max(row, fromY)
    const next = x + slope * tall
    addSlice(areas, row * across, Math.min(x, next), Math.max(x, next), sign * tall)
    x = next
  }
}

/** The part of an edge within one row: `tall` is how much of the row it runs through, with its direction. */
function addSlice(areas: Float32Array, row: number, from: number, to: number, tall: number) {
  const first = Math.floor(from)
  const last = Math.ceil(to)
  const add = (pixel: number, area: number) => {
    areas[row + pixel] = (areas[row + pixel] ?? 0) + area
  }
  if (last <= first + 1) {
    const beyond = (from + to) / 2 - first
    add(first, tall * (1 - beyond))
    add(first + 1, tall * beyond)
    return
  }
  // The share of `tall` that lies left of each pixel's right border, from pixel to pixel.
  const width = to - from
  let before = 0
  for (let pixel = first; pixel < last; pixel += 1) {
    const [a, b] = [Math.max(pixel, from), Math.min(pixel + 1, to)]
    const part = (tall * (b - a)) / width
    const beyond = (a + b) / 2 - pixel
    add(pixel, part * (1 - beyond) + before)
    before = part * beyond
  }
  add(last, before)
}
