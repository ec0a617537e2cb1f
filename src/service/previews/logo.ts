import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { SaxesParser } from 'saxes'
import { tryAgainLater } from '#service/http/problem.ts'
import type { DrawLogo } from '#service/http/responses/client-documents.ts'

/** Time in ms to start the program and to draw. Logos take a tenth of it. */
const maxMs = 5_000
/** Time in ms for which pictures are kept. */
const keptMs = 10 * 60_000
const maxPngBytes = 2 * 1024 * 1024
const maxElements = 5_000
const maxDepth = 100
const maxWaiting = 10
const program = fileURLToPath(new URL('logo-program.ts', import.meta.url))

/**
 * Returns a function that draws SVGs, each in a program of its own, because a thread can't be stopped while resvg
 * draws. The pictures of recent ones are kept, for those that older versions stored as they were.
 */
export function createLogoDrawing(): DrawLogo {
  const limit = pLimit(1)
  // A logo that took too long on a busy machine can be tried again later.
  const drawn = new LRUCache<string, Promise<Buffer | null>>({ max: 20, ttl: keptMs })

  return async (svg) => {
    const name = hash('sha256', svg)
    const known = drawn.get(name)
    if (known) return known
    if (!isDrawable(svg.toString('utf8'))) return null
    if (limit.pendingCount >= maxWaiting) throw tryAgainLater('busy', 'Too many logos are waiting to be drawn.', 5)
    const picture = limit(() => drawInProgram(svg))
    drawn.set(name, picture)
    return picture
  }
}

/**
 * Returns false for an SVG that names files, which resvg would read from this machine, and for one with entities or
 * more elements than a logo has. Reading ends there, because each further level takes the parser longer.
 */
function isDrawable(svg: string): boolean {
  const parser = new SaxesParser({ xmlns: true })
  let elements = 0
  let depth = 0
  const require = (isFit: boolean) => {
    if (!isFit) throw new UnfitLogo()
  }
  parser.on('doctype', (text) => require(!text.includes('[')))
  parser.on('opentag', ({ local, attributes, isSelfClosing }) => {
    elements += 1
    if (!isSelfClosing) depth += 1
    require(elements <= maxElements && depth <= maxDepth)
    const links = Object.values(attributes).filter((attribute) => attribute.local === 'href')
    const isLink = ['image', 'feImage', 'use'].includes(local)
    require(!isLink || links.every(({ value }) => isContained(value)))
  })
  parser.on('closetag', ({ isSelfClosing }) => {
    if (!isSelfClosing) depth -= 1
  })
  try {
    parser.write(svg).close()
    return true
  } catch {
    return false
  }
}

class UnfitLogo extends Error {
  override name = 'UnfitLogo'
}

/** A part of the same file, or a picture inside it. */
const isContained = (href: string) => /^\s*(?:#|data:image\/(?:png|jpeg|gif|webp)[;,])/i.test(href)

function drawInProgram(svg: Buffer): Promise<Buffer | null> {
  return new Promise((resolve) => {
    // The program that reads strangers' files has none of the service's secrets.
    const options = {
      env: {},
      encoding: 'buffer',
      timeout: maxMs,
      killSignal: 'SIGKILL',
      maxBuffer: maxPngBytes,
    } as const
    const child = execFile(process.execPath, [program], options, (error, png) => resolve(error ? null : png))
    // A program that was killed no longer reads.
    child.stdin?.on('error', () => {})
    child.stdin?.end(svg)
  })
}
