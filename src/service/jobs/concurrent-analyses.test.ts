import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { evaluate } from '#analyser/evaluate.ts'
import { createRobotsReader } from '#analyser/facts/robots-txt.ts'
import { completeFacts, readPage } from '#analyser/run.ts'
import { createPageFetcher } from '#service/fetcher/page-fetcher.ts'
import { soundHtml } from '#testing/pages/sound-page.ts'
import { type CountingServer, startCountingServer } from '#testing/servers/page-fetcher.ts'

const responseMs = 200
/** Three times the duration of one page, and less than that of eight, as the host gets six requests at once. */
const totalMs = 4_000

const links = Array.from({ length: 10 }, (_, at) => `<a href="/linked/${at}">Linked page ${at}</a>`).join('\n')
const page = soundHtml().replace('</body>', `${links}</body>`)

async function startSlowServer(): Promise<CountingServer> {
  const server = await startCountingServer((path, response) => {
    void wait(responseMs).then(() => {
      if (path === '/robots.txt' || path === '/linked/3') response.writeHead(404).end()
      else response.setHeader('content-type', 'text/html').end(page)
    })
  })
  onTestFinished(server.close)
  return server
}

async function analyse(server: CountingServer, path: string) {
  const allowHosts = new Set([server.host])
  const fetcher = createPageFetcher({ allowHosts, readRobots: createRobotsReader(), limits: { totalMs } })
  const fetched = await fetcher.page(new URL(path, server.origin))
  const { facts, probeRequests } = readPage(fetched)
  const probes = await fetcher.probe(fetched, probeRequests).finally(fetcher.close)
  const { results } = evaluate(completeFacts(facts, probes))
  return {
    answered: probes.map(({ url, outcome }) => [url, outcome]),
    checks: Object.entries(results).map(([id, { outcome }]) => [id, outcome]),
  }
}

it('a page gets the same results alone and beside seven other pages of its host', { tags: 'all' }, async () => {
  const server = await startSlowServer()
  const alone = await analyse(server, '/page')
  const [beside] = await Promise.all(['/page', ...'abcdefg'].map((path) => analyse(server, path)))
  expect(beside).toEqual(alone)
  expect(alone.answered.filter(([, outcome]) => outcome === 'answered').length).toBeGreaterThan(10)
})
