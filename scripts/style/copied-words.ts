import { checkCatalogue } from '#analyser/describe-checks.ts'
import { textsOf } from '../support/texts-of.ts'
import { filesOf, read } from './files.ts'

const textsIn = (file: string) => textsOf(read(file), file.endsWith('x') ? 'tsx' : 'ts').map(({ text }) => text)
const wordCount = (text: string) => text.trim().split(/\s+/).length
const isTest = (file: string) => /\.test\.tsx?$/.test(file)

/** Texts by the files that have them. Those with placeholders are left out. */
type Catalogue = ReadonlyMap<string, string>
const catalogueOf = (patterns: string[], isWanted: (text: string) => boolean): Catalogue =>
  new Map(
    filesOf(...patterns)
      .filter((file) => !isTest(file))
      .flatMap((file) =>
        textsIn(file)
          .filter((text) => !text.includes('…') && isWanted(text))
          .map((text) => [text, file] as const),
      ),
  )

export function catalogues(): Record<'ofInterface' | 'ofAnalyser' | 'ofService', Catalogue> {
  const checkNames = new Set(checkCatalogue().map(({ name }) => name))
  /** The API's specification has these words. */
  const specified = new Set(['Resource not found.'])
  return {
    /** The texts of the interface. Some are names of checks too. */
    ofInterface: catalogueOf(
      ['src/web/**/*words.ts', 'src/contract/lists/page-filters.ts', 'src/contract/lists/views.ts'],
      (text) => !checkNames.has(text),
    ),
    /**
     * Titles, reasons and notes of results, and texts of indexability. Parts of sentences have neither capitals nor
     * punctuation.
     */
    ofAnalyser: catalogueOf(
      ['src/analyser/*.ts', 'src/analyser/{checks,check-helpers,probes}/*.ts', 'src/contract/reports/indexability.ts'],
      (text) => /[A-Z.:]/.test(text),
    ),
    /** Sentences of errors and commands. Other texts of the service are SQL, headers and markup. */
    ofService: catalogueOf(
      ['src/service/**/*.ts', 'src/contract/forms/*.ts'],
      (text) => /^[^<].*\.$/.test(text) && !specified.has(text),
    ),
  }
}

/**
 * Returns the texts that tests copy, instead of naming the entry of a catalogue, so that it can be reworded (decision
 * 004). The tests of words files, of the words for error codes, and of the most important wordings have them literally.
 */
export function faultsOfCopiedWords(): string[] {
  const { ofInterface, ofAnalyser, ofService } = catalogues()
  const literally = /word(s|ings)\.test|error-response\.test|contract\/reports\/indexability\.test/
  const copies = (patterns: string, minWords: number, ...from: Catalogue[]) =>
    filesOf(patterns)
      .filter((file) => !literally.test(file))
      .flatMap((file) =>
        textsIn(file)
          .filter((text) => wordCount(text) >= minWords)
          .flatMap((text) =>
            from.flatMap((words) => words.get(text) ?? []).map((name) => `${file}: “${text}”: use ${name}`),
          ),
      )
  return [
    ...copies('e2e/**/*.ts', 2, ofInterface),
    ...copies('src/web/**/*.test.{ts,tsx}', 3, ofInterface),
    ...copies('src/{analyser,service,contract,testing}/**/*.test.ts', 3, ofAnalyser, ofService),
  ]
}
