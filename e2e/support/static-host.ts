import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { fileTypes } from './file-types.ts'

const run = promisify(execFile)
const root = new URL('../../', import.meta.url)

/** A web host that serves a folder below `base` and its index.html for every address there that is no file. */
export type StaticHost = { origin: string; base: string; close(): Promise<void> }

/** Builds the dashboard for a web host, and is one. */
export async function startStaticHost(base = '/'): Promise<StaticHost> {
  const above = await mkdtemp(join(tmpdir(), 'seo static '))
  const folder = join(above, 'built')
  await run(process.execPath, ['scripts/build-static.mjs', '--out', folder, '--base', base], { cwd: root })
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (!pathname.startsWith(base))
      return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Not below here.')
    const wanted = join(folder, pathname.slice(base.length) || 'index.html')
    const file = await readFile(wanted).catch(() => null)
    response.writeHead(200, {
      'content-type': file ? (fileTypes[extname(wanted)] ?? 'application/octet-stream') : 'text/html; charset=utf-8',
    })
    response.end(file ?? (await readFile(join(folder, 'index.html'))))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    base,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(above, { recursive: true, force: true })
    },
  }
}
