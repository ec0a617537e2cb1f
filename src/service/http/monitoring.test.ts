import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { servePages, smallPage } from '#testing/servers/loopback.ts'
import { sqliteService } from '#testing/service/service.ts'
import { createMetrics } from './metrics.ts'

const file = (name: string) => readFileSync(join(import.meta.dirname, '../../../docs/monitoring', name), 'utf8')

/** Returns all queries in a value of JSON. */
const queriesIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, part]) => (name === 'expr' ? [String(part)] : queriesIn(part)))
    : []

const queries = [
  ...queriesIn(JSON.parse(file('grafana.json'))).map((query) => ['grafana.json', query] as const),
  ...[...file('alerts.yml').matchAll(/^ +expr: (.*)$/gm)].map(([, query = '']) => ['alerts.yml', query] as const),
]

const words = new Set(['sum', 'max', 'min', 'avg', 'rate', 'histogram_quantile', 'by', 'and', 'or', 'unless'])
/** The labels that Prometheus adds to each series of a target. */
const labelsOfTarget = ['job', 'instance']

/** The labels of each metric that the service sends. */
const metrics = new Map<string, Set<string>>([['up', new Set()]])

function readMetrics(text: string) {
  for (const [, name = '', kind] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm))
    for (const suffix of kind === 'histogram' ? ['_bucket', '_count', '_sum'] : [''])
      metrics.set(name + suffix, new Set())
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)\{(.*)\} \S+$/gm))
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) metrics.get(name)?.add(label)
}

function faultIn(query: string): string | null {
  const depths = [...query.replaceAll(/"[^"]*"/g, '')].reduce(
    (all, sign) => [...all, (all.at(-1) ?? 0) + (sign === '(' ? 1 : sign === ')' ? -1 : 0)],
    [0],
  )
  if (depths.some((depth) => depth < 0) || depths.at(-1) !== 0) return 'parentheses'
  const labels: { of: string[]; label: string }[] = []
  const plain = query
    .replaceAll(/\b(\w+)\{((?:\w+(?:=|!=|=~|!~)"[^"]*"(?:, ?)?)+)\}/g, (_, metric: string, matchers: string) => {
      for (const [label] of matchers.replaceAll(/"[^"]*"/g, '').matchAll(/\w+/g)) labels.push({ of: [metric], label })
      return metric
    })
    .replaceAll(/\bby \(([^)]*)\)/g, '')
  if (/[{}"]/.test(plain)) return 'a selector'
  const names = [...plain.replaceAll(/\[[^\]]*\]/g, '').matchAll(/[a-zA-Z_]\w*/g)].map(([name]) => name)
  const asked = names.filter((name) => !words.has(name))
  const unknown = asked.find((name) => !metrics.has(name))
  if (asked.length === 0 || unknown) return `a metric: ${unknown ?? 'none'}`
  for (const [, by = ''] of query.matchAll(/\bby \(([^)]*)\)/g))
    for (const label of by.split(', ')) labels.push({ of: asked, label })
  const wrong = labels.find(
    ({ of, label }) => !labelsOfTarget.includes(label) && !of.some((metric) => metrics.get(metric)?.has(label)),
  )
  if (wrong) return `a label: ${wrong.label}`
  // A counter is read as a rate over a time, and the quantile of a histogram from its buckets.
  const rates = (pattern: RegExp) => [...plain.matchAll(pattern)].length
  if (rates(/\brate\(/g) !== rates(/\brate\(\w+\[\d+[smhd]\]\)/g)) return 'a rate'
  const quantile = /^histogram_quantile\(0\.\d+, sum by \(le(?:, \w+)*\) \(rate\(\w+_bucket\W/
  return query.includes('histogram_quantile') && !quantile.test(query) ? 'a quantile' : null
}

async function requestMetrics() {
  const process = createMetrics(true)
  const { call, allowHosts } = await sqliteService({ metrics: process })
  process.countAnalysis('report', 1)
  process.countQuery(true, 0.001)
  const { host, url } = await servePages({ '/': smallPage })
  allowHosts.add(host)
  await call('POST /api/v1/reports', { form: { url } })
  readMetrics((await call('GET /metrics')).text)
}

it('the examples of monitoring ask for metrics that the service has, in valid queries', async () => {
  await requestMetrics()
  expect(queries.length).toBeGreaterThan(15)
  for (const [name, query] of queries) expect(faultIn(query), `${name}: ${query}`).toBeNull()
})
