import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'

// The upstream server of `bench/gateway.ts`. It serves a list of 100 rows and an export of 1 GB.
const rows = Array.from({ length: 100 }, (_, at) => ({
  id: at + 1,
  url: `https://shop.example.com/catalogue/page-${at}?sort=price`,
  website_id: 7,
  domain: 'shop.example.com',
  title: `Page number ${at} of the catalogue`,
  score: at,
  result: 'bad',
  engine: 'http',
  created_at: '2026-05-03T09:00:00.000Z',
}))
const list = Buffer.from(
  JSON.stringify({ data: rows, meta: { current_page: 1, last_page: 900, per_page: 100, total: 90_000 }, status: 200 }),
)
const chunk = Buffer.alloc(64 * 1024, ' ')
const gigabyte = 1024 ** 3

function* chunks() {
  for (let left = gigabyte; left > 0; left -= chunk.length) yield chunk
}

const server = createServer((request, response) => {
  response.setHeader('Content-Type', 'application/json')
  if (request.url?.startsWith('/api/v1/exports/'))
    Readable.from(chunks()).pipe(response.setHeader('Content-Length', gigabyte))
  else response.setHeader('Content-Length', list.length).end(list)
})
server.listen(0, '127.0.0.1', () =>
  console.log(`running at http://127.0.0.1:${(server.address() as AddressInfo).port}`),
)
