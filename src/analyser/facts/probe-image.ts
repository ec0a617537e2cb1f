/** A raster or vector image by its own bytes, whatever its name says. Pixels; null for an SVG without a size. */
export type ImageFile = { type: string; width: number | null; height: number | null }

/** Reads the size from the start of the file; null when the bytes are no image. */
export const readImage = (_bytes: Uint8Array): ImageFile | null => null
