import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Purpose, Wish } from '#analyser/gathered.ts'
import { mayAsk } from '#analyser/may-ask.ts'
import { startGathering } from '#service/fetcher/gathering.ts'
import type { AnalyserPool } from './analyser-pool.ts'
import { warmUpAnswers, warmUpPage } from './warm-up-page.ts'

const rounds = 3

/** Loads and compiles what the first report needs, in a thread and in the fetcher, so that it is made as quickly as any other. */
export async function warmUp(pool: Pick<AnalyserPool, 'readPage' | 'judge'>): Promise<void> {
  await Promise.all([warmUpAnalyser(pool), warmUpFetcher()])
}

async function warmUpAnalyser(pool: Pick<AnalyserPool, 'readPage' | 'judge'>) {
  for (let round = 0; round < rounds; round += 1) {
    const { facts, wishes } = await pool.readPage(warmUpPage)
    await pool.judge({ facts, ...warmUpAnswers(wishes) })
  }
}

const asked: [Purpose, string, Wish['read']][] = [
  ['sitemap', '/sitemap.xml', 'sitemap'],
  ['favicon', '/favicon.ico', 'start'],
  ['resource', '/style.css', 'all'],
  ...Array.from({ length: 8 }, (_, at): [Purpose, string, Wish['read']] => ['link', `/${at}`, 'nothing']),
]

/** The page from a listener of its own, on a port that nobody knows, for as long as it takes. */
async function warmUpFetcher() {
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(warmUpPage.body),
  )
  try {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const wishes = asked.map(([purpose, path, read]): Wish => ({
      purpose,
      url: `http://${host}${path}`,
      read,
      obeysRobots: true,
      at: null,
    }))
    for (let round = 0; round < rounds; round += 1) {
      const gathering = startGathering({ allowHosts: new Set([host]), mayAsk })
      await gathering.probe(await gathering.page(new URL(`http://${host}/`)), wishes)
    }
  } finally {
    server.close()
    server.closeAllConnections()
  }
}
