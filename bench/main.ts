import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

// `npm run bench` runs the measurements of a minute or two one after the other; the others take longer and run only
// when named: `npm run bench -- hostile`. Options behind the names go to each:
// `npm run bench -- hostile --minutes 2`.
const short = ['http', 'render']
const known = [...short, 'lists', 'clicks', 'crawl', 'hostile', 'broken-connections']
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

const unknown = named.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`Unknown measurement: ${unknown.join(', ')}. Choose from: ${known.join(', ')}.`)
  process.exit(1)
}
for (const name of named.length > 0 ? named : short) {
  console.log(`\n${name}`)
  if ((await run(name)) !== 0) process.exitCode = 1
}
