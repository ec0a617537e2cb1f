import { basename } from 'node:path'
import { checkCatalogue } from '#analyser/describe-checks.ts'
import {
  faultForDevelopers,
  faultOf,
  faultOfDocument,
  faultOfEntry,
  faultsOfCheck,
} from '#testing/pages/language-guide.ts'
import { textsOf } from '../support/texts-of.ts'
import { filesOf, read } from './files.ts'

const inText = (file: string, fault: string | undefined, text: string) =>
  fault === undefined ? [] : [`${file}: ${fault} in “${text}”`]

/** Returns the texts of the interface that don't follow the language guide. */
function ofInterface(): string[] {
  const files = filesOf(
    'src/web/**/*words.ts',
    'src/web/**/*columns.tsx',
    'src/contract/lists/page-filters.ts',
    'src/contract/lists/views.ts',
  )
  return files.flatMap((file) => {
    const texts = file.endsWith('x')
      ? textsOf(read(file), 'tsx').filter(({ name }) => name === 'header' || name === 'label')
      : textsOf(read(file))
    if (texts.length === 0) return [`${file}: no texts were found`]
    return texts.flatMap(({ name, text }) => inText(file, faultOf(text) ?? faultOfEntry(name, text), text))
  })
}

const services = [
  'src/service/*.ts',
  ...['access', 'commands', 'fetcher', 'gateway', 'http', 'jobs', 'pdf', 'present', 'previews', 'visitors'].map(
    (name) => `src/service/${name}/**/*.ts`,
  ),
  'src/service/store/sqlite/*.ts',
  'src/service/store/verify/*.ts',
  'src/contract/**/*.ts',
  'src/conformance/*.ts',
  'src/analyser/probes/*.ts',
  'scripts/**/*.mjs',
]
// These files have headers, SQL, sample texts and parts of paths.
const isSilent = (file: string) =>
  /\.test\.ts$|-words\.ts$|every-request|contract.reports.indexability|shell.page|baseline|seed\//.test(file)

const ofService = (): string[] =>
  filesOf(...services)
    .filter((file) => !isSilent(file))
    .flatMap((file) =>
      textsOf(read(file))
        .filter(({ text }) => / /.test(text) && !/^\s*(select|from|where|analyze) /.test(text))
        .flatMap(({ text }) => text.split('\n'))
        .flatMap((text) => inText(file, faultForDevelopers(text), text)),
    )

const sections = ['# …', '## Context', '## Decision', '## Consequences']

const ofDocuments = (): string[] =>
  filesOf('*.md', 'docs/**/*.md').flatMap((file) => {
    const text = read(file)
    const paragraphs = text
      .replaceAll(/```[^]*?```/g, '')
      .split(/\n(?:\n|#|\||[-*] |\d+\. )/)
      .map((paragraph) => paragraph.replaceAll(/\s+/g, ' '))
    const headings = text.match(/^##? .*/gm)?.map((line) => line.replace(/^# \d{3} [A-Z].*/, '# …')) ?? []
    const isWrong = /decisions.\d/.test(file) && headings.join() !== sections.join()
    return [
      ...paragraphs.flatMap((paragraph) => inText(file, faultOfDocument(paragraph), paragraph)),
      ...(isWrong ? [`${file}: the sections of a decision are ${sections.join(', ')}`] : []),
    ]
  })

/** Returns the decisions that their index doesn't list by their title. */
function ofIndex(): string[] {
  const index = 'docs/decisions/README.md'
  const listed = read(index)
  return filesOf('docs/decisions/[0-9]*.md').flatMap((file) => {
    const link = `[${read(file).split('\n', 1)[0]?.slice(2)}](${basename(file)})`
    return listed.includes(link) ? [] : [`${index}: ${link} is missing`]
  })
}

const ofChecks = (): string[] =>
  checkCatalogue().flatMap((check) => faultsOfCheck(check).map((fault) => `the check ${check.id}: ${fault}`))

/** Returns the texts for people that don't follow the language guide. */
export const faultsOfWords = (): string[] => [
  ...ofInterface(),
  ...ofService(),
  ...ofDocuments(),
  ...ofIndex(),
  ...ofChecks(),
]
