import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The files of the built dashboard by URL path. */
export type WebFiles = Map<string, Buffer>

const builtFolder = fileURLToPath(new URL('../../dist/web/', import.meta.url))

/** Content types by file extension. */
const contentTypes: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain',
}

export const contentTypeOf = (path: string) => contentTypes[extname(path)] ?? 'application/octet-stream'

// Shared by all tests of a worker: read once, so that a build during the run can't change the files of a page.
let built: Promise<WebFiles> | undefined

/** Returns the built files, as a map that the caller may change. */
export async function webFiles(): Promise<WebFiles> {
  built ??= readAll()
  return new Map(await built)
}

async function readAll(): Promise<WebFiles> {
  const entries = await readdir(builtFolder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  return new Map(
    await Promise.all(paths.map(async (path) => [`/${path.slice(builtFolder.length)}`, await readFile(path)] as const)),
  )
}

/** Returns the file at `path`, or the dashboard's start page. */
export function fileAt(files: WebFiles, path: string): { type: string; body: Buffer } {
  const body = files.get(path)
  if (body) return { type: contentTypeOf(path), body }
  return {
    type: 'text/html; charset=utf-8',
    body: files.get('/index.html') ?? Buffer.from('The dashboard is not built: run "npm run build".'),
  }
}
