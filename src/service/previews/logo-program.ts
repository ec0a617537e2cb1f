import { buffer } from 'node:stream/consumers'
import { renderAsync, Resvg } from '@resvg/resvg-js'
import { fontOptions } from './rasterise.ts'

// Draws the SVG from its input into a PNG. It ends itself when that takes too much memory; `logo.ts` limits its time.

/** Five times the size on the page, which is sharp in print. */
const maxWidth = 960
const maxHeight = 280
const maxMemory = 400 * 1024 * 1024

// The picture is drawn in a thread of the library, so this keeps running.
setInterval(() => {
  if (process.memoryUsage.rss() > maxMemory) process.kill(process.pid, 'SIGKILL')
}, 10).unref()

const svg = await buffer(process.stdin)
const options = { ...fontOptions, font: { ...fontOptions.font, loadSystemFonts: true } }
const { width, height } = new Resvg(svg, options)
const value = Math.min(maxWidth / width, maxHeight / height)
const picture = await renderAsync(svg, { ...options, fitTo: { mode: 'zoom', value } })
process.stdout.write(picture.asPng())
