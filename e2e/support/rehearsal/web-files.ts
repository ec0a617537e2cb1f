import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fileTypes } from '../file-types.ts'

/** The built dashboard: what is at each path. */
export type WebFiles = Map<string, Buffer>

const root = fileURLToPath(new URL('../../../dist/web/', import.meta.url))

let built: Promise<WebFiles> | undefined

/** Read once, so that a build meanwhile does not take a page's files away; a map of its own for each caller. */
export async function webFiles(): Promise<WebFiles> {
  built ??= readAll()
  return new Map(await built)
}

async function readAll(): Promise<WebFiles> {
  const names = await readdir(root, { recursive: true, withFileTypes: true })
  const wanted = names
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  return new Map(
    await Promise.all(wanted.map(async (file) => [`/${file.slice(root.length)}`, await readFile(file)] as const)),
  )
}

/** The file at `path`, or the page that starts the dashboard. */
export function fileAt(files: WebFiles, path: string): { type: string; body: Buffer } {
  const body = files.get(path)
  if (body) return { type: fileTypes[extname(path)] ?? 'application/octet-stream', body }
  return {
    type: 'text/html; charset=utf-8',
    body: files.get('/index.html') ?? Buffer.from('The dashboard is not built: run "npm run build".'),
  }
}
