import type { Contour } from './preview-canvas.ts'

const steps = 12

/** A closed line through the points that a turn around a centre meets; angles in radians, clockwise from the right. */
function turn(x: number, y: number, radius: number, from: number, to: number): Contour {
  const many = Math.max(2, Math.ceil((Math.abs(to - from) / Math.PI) * (steps + radius / 2)))
  return Array.from({ length: many + 1 }, (_, i) => from + ((to - from) * i) / many).flatMap((angle) => [
    x + radius * Math.cos(angle),
    y + radius * Math.sin(angle),
  ])
}

export const disc = (x: number, y: number, radius: number): Contour[] => [turn(x, y, radius, 0, 2 * Math.PI)]

export function roundedBox(x: number, y: number, width: number, height: number, radius: number): Contour[] {
  const corner = (atX: number, atY: number, quarter: number) =>
    turn(atX, atY, radius, (quarter * Math.PI) / 2, ((quarter + 1) * Math.PI) / 2)
  const [left, right, top, bottom] = [x + radius, x + width - radius, y + radius, y + height - radius]
  return [[...corner(right, bottom, 0), ...corner(left, bottom, 1), ...corner(left, top, 2), ...corner(right, top, 3)]]
}

/** `share` of a ring, 0 to 1, clockwise from the top and with round ends. */
export function ring(x: number, y: number, radius: number, thick: number, share: number): Contour[] {
  const [outer, inner] = [radius + thick / 2, radius - thick / 2]
  const top = -Math.PI / 2
  if (share >= 1) return [turn(x, y, outer, 0, 2 * Math.PI), turn(x, y, inner, 2 * Math.PI, 0)]
  const end = top + share * 2 * Math.PI
  const cap = (angle: number) =>
    turn(x + radius * Math.cos(angle), y + radius * Math.sin(angle), thick / 2, 0, 2 * Math.PI)
  return [[...turn(x, y, outer, top, end), ...turn(x, y, inner, end, top)], cap(top), cap(end)]
}

export const polygon = (...points: [number, number][]): Contour[] => [points.flat()]
