import { globSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { e2eModule } from '../import-rules.ts'
import { type Module, modules } from '../modules.ts'
import { root } from '../support/root.mjs'

const product = modules.filter((module) => module.folder !== 'src/testing')
const nameOf = (module: Module) => module.alias.slice(1)
const moduleOf = (file: string) => file.slice(1, file.lastIndexOf('/'))

/** Returns the folders that are in no module, and what the table names that does not exist. */
function ofNames(): string[] {
  const folders = ['src', 'src/service', 'src/web'].flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => `${folder}/${entry.name}`),
  )
  const known = new Set([...modules.map((module) => module.folder), 'src/web'])
  const named = [...modules, e2eModule].flatMap(({ folder, files }) => [
    folder,
    ...files.map((file) => file.replace('#', 'src/')),
  ])
  const stale = [...new Set(named)].filter((name) => globSync(name, { cwd: root }).length === 0)
  return [
    ...folders.filter((folder) => !known.has(folder)).map((folder) => `${folder} is in no module`),
    ...stale.map((name) => `${name} doesn’t exist`),
  ]
}

/** Returns the modules that import each other, which the table allows by its entries for both. */
function ofPairs(): string[] {
  const targetsOf = ({ canImport, typesOf, files }: Module) => [
    ...canImport,
    ...typesOf,
    ...files.filter((file) => file !== '#web/app/paths.ts').map(moduleOf),
  ]
  const names = product.map(nameOf).filter((name) => name !== 'service')
  const imports = (from: string, to: string) =>
    product.some((module) => nameOf(module) === from && targetsOf(module).includes(to))
  return names.flatMap((name) =>
    names
      .filter((other) => name < other && imports(name, other) && imports(other, name))
      .map((other) => `${name} and ${other} import each other`),
  )
}

/** Returns the features of the dashboard that import themselves through others. */
function ofCircles(): string[] {
  const features = product.filter(({ folder, canImport }) => folder !== 'src/web/app' && canImport.includes('web/list'))
  const usedBy = ({ files }: Module) =>
    features.filter(({ alias }) => files.some((file) => file.startsWith(`${alias}/`)))
  const reached = (from: Module[]): Module[] => {
    const all = [...new Set([...from, ...from.flatMap(usedBy)])]
    return all.length === from.length ? all : reached(all)
  }
  return features
    .filter((feature) => reached(usedBy(feature)).includes(feature))
    .map((feature) => `${nameOf(feature)} imports itself through others`)
}

export const faultsOfModules = (): string[] =>
  [...ofNames(), ...ofPairs(), ...ofCircles()].map((fault) => `scripts/modules.ts: ${fault}`)
