import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// `npm run bench` runs all measurements one after the other, except for `hostile`, `crawl` and `pages`, which take
// long, and `agreement`, which needs fetched files. `npm run bench -- http` runs only the named ones. Options behind
// the names go to each: `npm run bench -- hostile --minutes 2`.
const all = [
  'analyser',
  'reading',
  'http',
  'report',
  'report-latency',
  'jobs',
  'share',
  'previews',
  'rescore',
  'gateway',
  'browser',
  'render',
]
const known = [...all, 'hostile', 'crawl', 'pages', 'agreement']
const given = process.argv.slice(2)
const firstOption = given.findIndex((argument) => argument.startsWith('--'))
const named = firstOption < 0 ? given : given.slice(0, firstOption)
const options = given.slice(named.length)

const fileOf = (name: string) => fileURLToPath(new URL(`${name}.ts`, import.meta.url))

function run(name: string) {
  return new Promise<number>((resolve) => {
    spawn(process.execPath, [fileOf(name), ...options], { stdio: 'inherit' }).once('exit', (code) => resolve(code ?? 1))
  })
}

const unknown = named.filter((name) => !known.includes(name) || !existsSync(fileOf(name)))
if (unknown.length > 0) {
  console.error(`Unknown measurement: ${unknown.join(', ')}. Choose from: ${known.join(', ')}.`)
  process.exit(1)
}
for (const name of named.length > 0 ? named : all) {
  console.log(`\n${name}`)
  if ((await run(name)) !== 0) process.exitCode = 1
}
