import { type Module, modules } from './modules.ts'

type Pattern = { group: string[]; message: string; allowTypeImports?: boolean; importNamePattern?: string }
type Override = { files: string[]; rules: { 'no-restricted-imports': ['error', { patterns: Pattern[] }] } }

const nameOf = (module: Module) => module.alias.slice(1)
/** The service's own files; those in its folders belong to other modules. */
const serviceFiles = '#service/*.ts'
const filesUnder = (name: string) => (name === 'service' ? serviceFiles : `#${name}/**`)
const aliasesOf = ({ canImport, files }: Module) => [...canImport.map(filesUnder), ...files].map((one) => `!${one}`)

const noClimbing: Pattern = { group: ['../../**'], message: 'Across modules, import by alias.' }
const noNode: Pattern = { group: ['node:*', 'node:*/**'], message: 'This module runs without Node.' }

/** Opening connections, by any of Node's modules. Types and address arithmetic stay allowed. */
const noConnections = (message: string): Pattern[] => [
  { group: ['node:dns', 'node:dns/**', 'node:dgram', 'undici'], allowTypeImports: true, message },
  {
    group: ['node:http', 'node:https', 'node:http2', 'node:net', 'node:tls'],
    importNamePattern: '^(?:request|get|connect|createConnection|Agent|Socket|TLSSocket|default)$',
    allowTypeImports: true,
    message,
  },
]

const noMail: Pattern = { group: ['nodemailer'], message: 'Only `deliver.ts` sends mail.' }

/**
 * Everything, from which the open modules are taken out. A module open for types is left out of the list instead: what
 * one pattern takes out, a later one can no longer restrict.
 */
function closedTo(module: Module): string[] {
  if (module.typesOf.length === 0) return ['#*/**']
  const closed = modules.filter((one) => one !== module && !module.typesOf.includes(nameOf(one)))
  return closed.map((one) => filesUnder(nameOf(one)))
}

/** @param closed files that stay closed even in open modules: inside one pattern, the last match decides */
function patternsOf(module: Module, closed: string[] = []): Pattern[] {
  const name = nameOf(module)
  if (module.packages) {
    const packages = module.packages.flatMap((one) => [`!${one}`, `!${one}/**`])
    const group = ['**', '!./**', '!../**', '../../**', ...packages, ...aliasesOf(module)]
    return [{ group, message: `${name} can't import this.` }]
  }
  const patterns: Pattern[] = [
    { group: [...closedTo(module), ...aliasesOf(module), ...closed], message: `${name} can't import this module.` },
    noClimbing,
    noMail,
  ]
  if (module.typesOf.length > 0) {
    const group = module.typesOf.map((one) => `#${one}/**`)
    patterns.push({ group, allowTypeImports: true, message: `${name} can import only types from here.` })
  }
  if (name === 'analyser' || name.startsWith('web')) patterns.push(noNode)
  if (name === 'service/gateway') {
    // It speaks HTTP by `node:http`, over sockets that the fetcher has opened and checked.
    const message = "The gateway connects through the fetcher's guarded connections only."
    const [names, connections] = noConnections(message) as [Pattern, Pattern]
    patterns.push(
      { ...names, group: [...names.group, 'node:https', 'node:http2'] },
      { ...connections, group: ['node:net', 'node:tls'] },
    )
  } else if (name.startsWith('service/') && name !== 'service/fetcher') {
    patterns.push(...noConnections('Only the fetcher opens outbound connections.'))
  }
  return patterns
}

const restrict = (files: string[], patterns: Pattern[]): Override => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns }] },
})

/** Files that write. Pages without a key only read. */
const writes = ['**/mutations.ts', '**/create-*.ts', '**/delete-*', '**/start-*']
const visitorPages = modules
  .filter(({ alias }) => alias.startsWith('#web/'))
  .map((module) => restrict([`${module.folder}/**/visitor-*.{ts,tsx}`], patternsOf(module, writes)))

/** Facts are stored for years and evaluated by checks that come and go. */
const noChecks: Pattern = {
  group: ['../checks/**', '../check-helpers/**', '../catalogue.ts', '../define-check.ts'],
  message: 'Facts know nothing of checks.',
}
const facts = modules
  .filter(({ folder }) => folder === 'src/analyser')
  .map((module) => restrict([`${module.folder}/facts/**`], [...patternsOf(module), noChecks]))

const mail = modules
  .filter(({ folder }) => folder === 'src/service/jobs')
  .map((module) =>
    restrict(
      [`${module.folder}/alerts/deliver.ts`],
      patternsOf(module).filter((one) => one !== noMail),
    ),
  )

/** Of the dashboard, browser tests can import the words alone. `check-server` runs against the mock server. */
export const e2eModule: Module = {
  folder: 'e2e',
  alias: '#e2e',
  canImport: ['contract', 'conformance'],
  files: [
    '#testing/servers/certificate.ts',
    '#testing/service/documented.ts',
    '#web/**/words.ts',
    '#web/**/*-words.ts',
  ],
  typesOf: [],
}

const product = modules.filter((module) => nameOf(module) !== 'testing')
const filesOf = ({ folder }: Module) => (folder === 'src/service' ? [`${folder}/*.ts`] : [`${folder}/**`])

/** The lint rules that hold the modules to the table in `modules.ts`. */
export const importRules: Override[] = [
  ...product.map((module) => restrict(filesOf(module), patternsOf(module))),
  ...visitorPages,
  ...facts,
  ...mail,
  restrict(['src/web/app/paths.ts'], [{ group: ['#*/**', '!#contract/**'], message: 'Paths know the contract only.' }]),
  restrict(['e2e/**'], patternsOf(e2eModule)),
]
