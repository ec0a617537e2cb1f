import { execFile } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Room, rooms } from './walls.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const product = rooms.filter((room) => room.folder !== 'src/testing')

const nameOf = (room: Room) => room.alias.slice(1)

/** A file with one import, in a room; the wall stands when it is refused. */
type Plant = { room: string; title: string; file: string; source: string; isRefused: boolean }

const plants: Plant[] = []
function plant(isRefused: boolean, from: Room, title: string, source: string) {
  plants.push({ room: nameOf(from), title, file: `${from.folder}/planted-${plants.length}.ts`, source, isRefused })
}
const refuse = plant.bind(undefined, true)
const allow = plant.bind(undefined, false)

const valueFrom = (specifier: string) => `import { planted } from '${specifier}'\nexport const used = planted\n`
const typeFrom = (specifier: string) => `import type { Planted } from '${specifier}'\nexport type Used = Planted\n`

for (const from of product) {
  for (const to of rooms) {
    if (to === from) continue
    const target = `${to.alias}/planted.ts`
    if (from.open.includes(nameOf(to))) {
      allow(from, target, valueFrom(target))
      continue
    }
    refuse(from, target, valueFrom(target))
    plant(!from.typesOf.includes(nameOf(to)), from, `the types of ${target}`, typeFrom(target))
    // A folder inside its own room is no wall; only what climbs out of it is.
    const climb = relative(from.folder, `${to.folder}/planted.ts`)
    if (climb.startsWith('..')) refuse(from, climb, valueFrom(climb))
  }
  for (const door of from.doors) allow(from, door, valueFrom(door))
}

const inRoom = (folder: string) => rooms.find((room) => room.folder === folder) as Room
const named = (name: string, from: string) => `import { ${name} } from '${from}'\nexport const used = ${name}\n`
for (const folder of ['src/contract', 'src/analyser', 'src/web/app', 'src/web/data', 'src/web/ui', 'src/web/reports']) {
  refuse(inRoom(folder), 'node:fs', named('readFileSync', 'node:fs'))
}
for (const folder of [
  'src/service/store',
  'src/service/http',
  'src/service/jobs',
  'src/service/present',
  'src/service/access',
]) {
  refuse(inRoom(folder), 'outgoing requests', named('request', 'node:https'))
  refuse(inRoom(folder), 'outgoing connections', named('connect', 'node:net'))
  refuse(
    inRoom(folder),
    'outgoing requests under another name',
    "import * as http from 'node:http'\nexport const used = http\n",
  )
}
refuse(inRoom('src/service/gateway'), 'connections of its own', named('connect', 'node:tls'))
refuse(inRoom('src/service/gateway'), 'requests that dial by themselves', named('request', 'node:https'))
refuse(inRoom('src/contract'), 'a library other than zod/mini', named('z', 'zod'))
refuse(inRoom('src/web/ui'), 'the query library', named('useQuery', '@tanstack/react-query'))
allow(inRoom('src/service/fetcher'), 'outgoing requests', named('request', 'node:https'))
allow(inRoom('src/service/http'), 'the arithmetic of addresses', named('isIP', 'node:net'))

function run(cwd: string, tool: string[], args: string[]): Promise<string> {
  return new Promise((resolve) => {
    const file = join(root, 'node_modules', ...tool)
    execFile(process.execPath, [file, ...args], { cwd, maxBuffer: 1e8 }, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    )
  })
}

function write(folder: string, file: string, source: string) {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), source)
}

describe('lint', () => {
  const folder = mkdtempSync(join(tmpdir(), 'walls lint '))
  const reported = new Set<string>()
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  beforeAll(async () => {
    for (const file of ['oxlint.config.ts', 'scripts/walls.ts', 'scripts/import-rules.ts']) {
      write(folder, file, readFileSync(join(root, file), 'utf8'))
    }
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
    for (const { file, source } of plants) write(folder, file, source)
    const walls = /\((?:no-restricted-imports|no-relative-parent-imports)\)$/
    const { diagnostics } = JSON.parse(await run(folder, ['oxlint', 'bin', 'oxlint'], ['--format', 'json']))
    for (const { code, filename } of diagnostics) if (walls.test(code)) reported.add(filename.replaceAll('\\', '/'))
  }, 60_000)

  describe.each(product.map(nameOf))('in %s', (room) => {
    const planted = (isRefused: boolean) => plants.filter((one) => one.room === room && one.isRefused === isRefused)
    const titles = (some: Plant[]) => some.map(({ title }) => title)

    it('refuses every import through its walls', () => {
      expect(planted(true).length).toBeGreaterThan(20)
      expect(titles(planted(true).filter(({ file }) => !reported.has(file)))).toEqual([])
    })
    it('leaves its doors open', () => {
      expect(titles(planted(false).filter(({ file }) => reported.has(file)))).toEqual([])
    })
  })
})

describe('TypeScript projects', () => {
  const folder = mkdtempSync(join(tmpdir(), 'walls types '))
  let output = ''
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const walls: [string, string, string][] = [
    ['the contract cannot see the analyser', 'src/contract/planted-1.ts', "export { a } from '#analyser/ours.ts'\n"],
    ['the analyser cannot see the service', 'src/analyser/planted-1.ts', "export { a } from '#service/ours.ts'\n"],
    ['the analyser has no Node', 'src/analyser/planted-2.ts', "export { readFileSync } from 'node:fs'\n"],
    ['the analyser has no document', 'src/analyser/planted-3.ts', 'export const a = document.title\n'],
    ['the service cannot see the web', 'src/service/planted-1.ts', "export { a } from '#web/ours.ts'\n"],
    ['the service has no document', 'src/service/planted-2.ts', 'export const a = document.title\n'],
    ['the web cannot see the service', 'src/web/planted-1.ts', "export { a } from '#service/ours.ts'\n"],
    ['the web cannot see the analyser', 'src/web/planted-2.ts', "export { a } from '#analyser/ours.ts'\n"],
    ['the web has no Node', 'src/web/planted-3.ts', "export { readFileSync } from 'node:fs'\n"],
  ]

  beforeAll(async () => {
    for (const name of readdirSync(root).filter((file) =>
      /^(tsconfig\..*|tsconfig|package)\.?json$|^tsconfig.*\.json$/.test(file),
    )) {
      copyFileSync(join(root, name), join(folder, name))
    }
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
    for (const project of ['contract', 'analyser', 'service', 'web'])
      write(folder, `src/${project}/ours.ts`, 'export const a = 1\n')
    for (const [, file, source] of walls) write(folder, file, source)
    output = await run(
      folder,
      ['typescript', 'bin', 'tsc'],
      ['-b', 'tsconfig.service.json', 'tsconfig.web.json', '--pretty', 'false'],
    )
  }, 60_000)

  it.each(walls)('%s', (_, file) => expect(output).toMatch(new RegExp(`${file}.*error TS`)))
  it('find nothing wrong with the rest', () => expect(output).not.toMatch(/ours\.ts\(.*error/))
})

describe('the table of rooms', () => {
  it('knows every folder that could be a room', () => {
    const folders = ['src', 'src/service', 'src/web'].flatMap((folder) =>
      readdirSync(join(root, folder), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => `${folder}/${entry.name}`),
    )
    const known = new Set([...rooms.map((room) => room.folder), 'src/web'])
    expect(folders.filter((folder) => !known.has(folder))).toEqual([])
  })
})
