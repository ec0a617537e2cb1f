import { isIgnorableName, nameOf, parametersOf } from '#contract/url-parameters.ts'
import type { CrawlParameter } from '#contract/websites/crawls.ts'

/** The most names that are counted for one crawl, and the length of one in characters. */
const maxNames = 500
const maxName = 100
/** The most names that are stored for one crawl. */
const maxListed = 50

/** Counts the parameters of a crawl's URLs. Its memory is bounded: names found after the first 500 are left out. */
export class ParameterCounts {
  readonly #urls = new Map<string, number>()

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

  /** Returns those that can be ignored first, and then the most frequent ones. */
  list(): CrawlParameter[] {
    return [...this.#urls]
      .map(([name, urls]) => ({ name, urls, ignorable: isIgnorableName(name) }))
      .sort((a, b) => Number(b.ignorable) - Number(a.ignorable) || b.urls - a.urls || (a.name < b.name ? -1 : 1))
      .slice(0, maxListed)
  }
}
