// @module-tag all
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
import { e2eModule } from './import-rules.ts'
import { type Module, modules } from './modules.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const product = modules.filter((module) => module.folder !== 'src/testing')
const restricted = [...product, e2eModule]

const nameOf = (module: Module) => module.alias.slice(1)

/** A file with one import, written into a module to see whether the rules refuse it. */
type Plant = { module: string; title: string; file: string; source: string; isRefused: boolean }

const plants: Plant[] = []
function plant(isRefused: boolean, from: Module, title: string, source: string, name = 'planted') {
  plants.push({ module: nameOf(from), title, file: `${from.folder}/${name}-${plants.length}.ts`, source, isRefused })
}
const refuse = plant.bind(undefined, true)
const allow = plant.bind(undefined, false)

const valueFrom = (specifier: string) => `import { planted } from '${specifier}'\nexport const used = planted\n`
const typeFrom = (specifier: string) => `import type { Planted } from '${specifier}'\nexport type Used = Planted\n`

for (const from of restricted) {
  for (const to of modules) {
    if (to === from) continue
    const target = `${to.alias}/planted.ts`
    if (from.canImport.includes(nameOf(to))) {
      allow(from, target, valueFrom(target))
      continue
    }
    refuse(from, target, valueFrom(target))
    plant(!from.typesOf.includes(nameOf(to)), from, `the types of ${target}`, typeFrom(target))
    // A module can import from its own folders; only a path that leaves the module is refused.
    const climb = relative(from.folder, `${to.folder}/planted.ts`)
    if (climb.startsWith('..')) refuse(from, climb, valueFrom(climb))
  }
  for (const pattern of from.files) {
    const file = pattern.replace('**', 'links')
    allow(from, file, valueFrom(file))
  }
}

const moduleAt = (folder: string) => modules.find((module) => module.folder === folder) as Module
const named = (name: string, from: string) => `import { ${name} } from '${from}'\nexport const used = ${name}\n`
for (const folder of ['src/contract', 'src/analyser', 'src/web/app', 'src/web/data', 'src/web/ui', 'src/web/reports']) {
  refuse(moduleAt(folder), 'node:fs', named('readFileSync', 'node:fs'))
}
for (const folder of [
  'src/service/store',
  'src/service/http',
  'src/service/jobs',
  'src/service/present',
  'src/service/access',
]) {
  refuse(moduleAt(folder), 'outgoing requests', named('request', 'node:https'))
  refuse(moduleAt(folder), 'outgoing connections', named('connect', 'node:net'))
  refuse(
    moduleAt(folder),
    'outgoing requests under another name',
    "import * as http from 'node:http'\nexport const used = http\n",
  )
}
refuse(moduleAt('src/service/gateway'), 'connections of its own', named('connect', 'node:tls'))
refuse(moduleAt('src/service/gateway'), 'requests that dial by themselves', named('request', 'node:https'))
for (const folder of ['src/service/http', 'src/service/jobs'])
  refuse(moduleAt(folder), 'mail', named('createTransport', 'nodemailer'))
refuse(moduleAt('src/contract'), 'a library other than zod', named('useQuery', '@tanstack/react-query'))
refuse(moduleAt('src/web/ui'), 'the query library', named('useQuery', '@tanstack/react-query'))
allow(moduleAt('src/service/fetcher'), 'outgoing requests', named('request', 'node:https'))
allow(moduleAt('src/service/http'), 'the arithmetic of addresses', named('isIP', 'node:net'))

for (const folder of ['src/service/http', 'src/service/jobs', 'src/service/visitors'])
  refuse(moduleAt(folder), 'queries', 'export const used = (db: Db) => db.selectFrom("pages")\n')

const reports = moduleAt('src/web/reports')
for (const file of [
  './mutations.ts',
  '#web/findings/mutations.ts',
  './create-report.ts',
  '#web/findings/mutations.ts',
  './delete-reports.tsx',
]) {
  refuse(reports, `${file} from a page for visitors`, valueFrom(file), 'visitor-planted')
  allow(reports, `${file} from another page`, valueFrom(file))
}
allow(reports, 'queries from a page for visitors', valueFrom('#web/findings/queries.ts'), 'visitor-planted')

refuse(moduleAt('src/web/app'), 'writes', valueFrom('#web/schedules/mutations.ts'), 'visitor/visitor-planted')

const facts: Module = { ...moduleAt('src/analyser'), folder: 'src/analyser/facts' }
for (const file of ['checks/planted.ts', 'check-helpers/planted.ts', 'catalogue.ts', 'define-check.ts'])
  refuse(facts, `${file} from facts`, valueFrom(`../${file}`))
allow(facts, 'the response from facts', valueFrom('../fetched-page.ts'))

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
  const folder = mkdtempSync(join(tmpdir(), 'import rules lint '))
  const reported = new Set<string>()
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  beforeAll(async () => {
    for (const file of ['oxlint.config.ts', 'scripts/modules.ts', 'scripts/import-rules.ts']) {
      write(folder, file, readFileSync(join(root, file), 'utf8'))
    }
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
    for (const { file, source } of plants) write(folder, file, source)
    const importRules = /\((?:no-restricted-imports|no-restricted-properties|no-relative-parent-imports)\)$/
    // Only these folders: outside a repository, oxlint would read the linked node_modules too.
    const { diagnostics } = JSON.parse(
      await run(folder, ['oxlint', 'bin', 'oxlint'], ['--format', 'json', 'src', 'e2e']),
    )
    for (const { code, filename } of diagnostics)
      if (importRules.test(code)) reported.add(filename.replaceAll('\\', '/'))
  })

  describe.each(restricted.map(nameOf))('in %s', (module) => {
    const planted = (isRefused: boolean) =>
      plants.filter((plant) => plant.module === module && plant.isRefused === isRefused)
    const titles = (some: Plant[]) => some.map(({ title }) => title)

    it('refuses every import that the table does not allow', () => {
      expect(planted(true).length).toBeGreaterThan(20)
      expect(titles(planted(true).filter(({ file }) => !reported.has(file)))).toEqual([])
    })
    it('allows every import that the table allows', () => {
      expect(titles(planted(false).filter(({ file }) => reported.has(file)))).toEqual([])
    })
  })
})

describe('TypeScript projects', () => {
  const folder = mkdtempSync(join(tmpdir(), 'import rules types '))
  let output = ''
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const forbidden: [string, string, string][] = [
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
    for (const [, file, source] of forbidden) write(folder, file, source)
    output = await run(
      folder,
      ['typescript', 'bin', 'tsc'],
      ['-b', 'tsconfig.service.json', 'tsconfig.web.json', '--pretty', 'false'],
    )
  })

  it.each(forbidden)('%s', (_, file) => expect(output).toMatch(new RegExp(`${file}.*error TS`)))
  it('find nothing wrong with the rest', () => expect(output).not.toMatch(/ours\.ts\(.*error/))
})
