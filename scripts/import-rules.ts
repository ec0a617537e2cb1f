import { type Module, modules } from './modules.ts'

type Pattern = { group: string[]; message: string; allowTypeImports?: boolean; importNamePattern?: string }
type Override = { files: string[]; rules: { 'no-restricted-imports': ['error', { patterns: Pattern[] }] } }

const nameOf = ({ alias }: Module) => alias.slice(1)
const isService = ({ folder }: Module) => folder === 'src/service'

/** The files of a module. The service's own are those outside its folders, which belong to other modules. */
const filesIn = (module: Module) => (isService(module) ? `${module.folder}/*.ts` : `${module.folder}/**`)
const importsOf = (module: Module) => (isService(module) ? `${module.alias}/*.ts` : `${module.alias}/**`)

type Access = 'everything' | 'types' | 'listed files'

/** Decides which files of another module a module can import. Its `files` are open to it in each module. */
function accessTo(other: Module, { canImport, typesOf }: Module): Access {
  if (canImport.includes(nameOf(other))) return 'everything'
  return typesOf.includes(nameOf(other)) ? 'types' : 'listed files'
}

const except = (open: readonly string[]) => open.map((file) => `!${file}`)

/** Restricts the imports from one module to another. */
function patternBetween(from: Module, to: Module): Pattern[] {
  const access = accessTo(to, from)
  if (access === 'everything') return []
  const group = [importsOf(to)]
  return access === 'types'
    ? [{ group, allowTypeImports: true, message: `${nameOf(from)} can import only types from here.` }]
    : [{ group: [...group, ...except(from.files)], message: `${nameOf(from)} can't import this module.` }]
}

/** Restricts a module to some packages, and closes all other modules but those that it can import. */
function patternOfPackages(module: Module, packages: string[]): Pattern {
  const open = modules.filter((other) => accessTo(other, module) === 'everything').map(importsOf)
  const parts = packages.map((name) => `${name}/**`)
  const group = ['**', ...except(['./**', '../**', ...packages, ...parts, ...open, ...module.files])]
  return { group, message: `${nameOf(module)} can't import this.` }
}

const noClimbing: Pattern = { group: ['../../**'], message: 'Across modules, import by alias.' }
const noMail: Pattern = { group: ['nodemailer'], message: 'Only `send.ts` sends mail.' }
const noNode: Pattern = { group: ['node:*', 'node:*/**'], message: 'This module runs without Node.' }

/** Opening connections, by any of Node's modules. Types and address arithmetic stay allowed. */
const noConnections = (modulesOfNode: string[], connecting: string[], message: string): Pattern[] => [
  { group: ['node:dns', 'node:dns/**', 'node:dgram', 'undici', ...modulesOfNode], allowTypeImports: true, message },
  {
    group: connecting,
    importNamePattern: '^(?:request|get|connect|createConnection|Agent|Socket|TLSSocket|default)$',
    allowTypeImports: true,
    message,
  },
]

function patternsOnNode(name: string): Pattern[] {
  if (name === 'analyser' || name.startsWith('web')) return [noNode]
  if (name === 'service/gateway') {
    // It uses `node:http` over sockets that the fetcher has opened and checked.
    const message = "The gateway connects through the fetcher's guarded connections only."
    return noConnections(['node:https', 'node:http2'], ['node:net', 'node:tls'], message)
  }
  if (!name.startsWith('service/') || name === 'service/fetcher') return []
  const connecting = ['node:http', 'node:https', 'node:http2', 'node:net', 'node:tls']
  return noConnections([], connecting, 'Only the fetcher opens outbound connections.')
}

/**
 * Returns the restrictions of a module's files. An exception for an import in one pattern also lifts the others, so
 * `files` must not contain anything that `more` closes.
 * @param more further restrictions, of some of its files
 */
function patternsOf(module: Module, more: Pattern[] = [noMail]): Pattern[] {
  if (module.packages) return [noClimbing, ...more, patternOfPackages(module, module.packages)]
  const others = modules.filter(({ alias }) => alias !== module.alias)
  const betweenModules = others.flatMap((other) => patternBetween(module, other))
  return [noClimbing, ...more, ...patternsOnNode(nameOf(module)), ...betweenModules]
}

const restrict = (files: string, patterns: Pattern[]): Override => ({
  files: [files],
  rules: { 'no-restricted-imports': ['error', { patterns }] },
})

const product = modules.filter((module) => nameOf(module) !== 'testing')
const moduleAt = (folder: string) => modules.find((module) => module.folder === folder) as Module

/** Pages without a key only read. */
const noWrites: Pattern = {
  group: ['**/mutations.ts', '**/create-*.ts', '**/delete-*'],
  message: 'Pages for visitors write nothing.',
}
const writes = /\/(?:mutations\.ts|create-[^/]*\.ts|delete-[^/]*)$/
const visitorPages = product
  .filter(({ alias }) => alias.startsWith('#web/'))
  .map((module) => ({ ...module, files: module.files.filter((file) => !writes.test(file)) }))
  .map((module) => restrict(`${module.folder}/**/visitor-*.{ts,tsx}`, patternsOf(module, [noMail, noWrites])))

/** Facts are stored for years and evaluated by checks that come and go. */
const noChecks: Pattern = {
  group: ['../checks/**', '../check-helpers/**', '../catalogue.ts', '../define-check.ts'],
  message: 'Facts know nothing of checks.',
}

/** Browser tests can import only the words of the dashboard. */
export const e2eModule: Module = {
  folder: 'e2e',
  alias: '#e2e',
  canImport: ['contract', 'conformance'],
  files: [
    '#testing/google/google.ts',
    '#testing/servers/certificate.ts',
    '#testing/servers/sign-in-provider.ts',
    '#testing/service/documented.ts',
    '#web/**/words.ts',
    '#web/**/*-words.ts',
  ],
  typesOf: [],
}

/** The lint rules that hold the modules to the table in `modules.ts`. Later ones replace earlier ones of a file. */
export const importRules: Override[] = [
  ...product.map((module) => restrict(filesIn(module), patternsOf(module))),
  ...visitorPages,
  restrict('src/analyser/facts/**', patternsOf(moduleAt('src/analyser'), [noMail, noChecks])),
  restrict('src/service/jobs/alerts/send.ts', patternsOf(moduleAt('src/service/jobs'), [])),
  // Every link comes from this file, so it stays free of features.
  restrict(
    'src/web/app/paths.ts',
    patternsOf({ ...moduleAt('src/web/app'), canImport: ['contract'], files: ['#web/data/reader.ts'] }),
  ),
  restrict('e2e/**', patternsOf(e2eModule)),
]
