import { urlKey } from '#contract/url-key.ts'
import { isIgnorableName, nameOf, parametersOf, withoutParameters } from '#contract/url-parameters.ts'
import type { CrawlParameter } from '#contract/websites/crawls.ts'

/** The most names that are counted for one crawl, and the length of one in characters. */
const maxNames = 500
const maxName = 100
/** The most texts that are kept. Later pages are only compared with these. */
const maxTexts = 50_000
/** The most names that are stored for one crawl. */
const maxListed = 50

/** Counts the parameters of a crawl's URLs. Its memory is bounded: names found after the first 500 are left out. */
export class ParameterCounts {
  readonly #urls = new Map<string, number>()
  /** The texts of pages with parameters, and of the pages that they may repeat. */
  readonly #texts = new Map<string, string>()
  readonly #sameText = new Map<string, boolean>()

  add(url: string): void {
    if (!/[?;]/.test(url)) return
    const parsed = URL.parse(url)
    if (!parsed) return
    for (const name of new Set(parametersOf(parsed).map(nameOf))) {
      const known = this.#urls.get(name)
      if (known === undefined && (this.#urls.size >= maxNames || name === '' || name.length > maxName)) continue
      this.#urls.set(name, (known ?? 0) + 1)
    }
  }

  /** Compares the text of a page, by its hash, with that of the pages that only differ by one parameter. */
  compare(url: string, text: string): void {
    const parsed = URL.parse(url)
    if (!parsed) return
    const names = new Set(parametersOf(parsed).map(nameOf))
    // The page without the parameter is one of those that differ by it.
    for (const name of names) this.#compare(name, withoutParameters(url, [name]), text)
    if (names.size === 0) this.#remember(urlKey(url), text)
  }

  #compare(name: string, url: string, text: string) {
    const alone = this.#texts.get(urlKey(url))
    const key = `${name} ${urlKey(url)}`
    const others = [alone, this.#texts.get(key)].filter((other) => other !== undefined)
    if (others.length > 0)
      this.#sameText.set(name, this.#sameText.get(name) !== false && others.every((other) => other === text))
    this.#remember(key, text)
  }

  #remember(key: string, text: string) {
    if (this.#texts.size < maxTexts) this.#texts.set(key, text)
  }

  /** Returns those that can be ignored first, and then the most frequent ones. */
  list(): CrawlParameter[] {
    return [...this.#urls]
      .map(([name, urls]) => ({
        name,
        urls,
        ignorable: isIgnorableName(name),
        ...(this.#sameText.has(name) && { same_text: this.#sameText.get(name) === true }),
      }))
      .sort((a, b) => Number(b.ignorable) - Number(a.ignorable) || b.urls - a.urls || (a.name < b.name ? -1 : 1))
      .slice(0, maxListed)
  }
}
