// @module-tag all
import { isDeepStrictEqual } from 'node:util'
import { expect, it } from 'vitest'
import { CheckResult } from '#contract/reports/analysis.ts'
import { fetchedPageOf } from '#testing/pages/fetched-page.ts'
import { type LargePage, largePages } from '#testing/pages/large-pages.ts'
import { sentences } from '#testing/pages/large-texts.ts'
import { primaryOf } from '../facts/language.ts'
import { type Analysis, analysePage } from '../run.ts'

const analyse = ({ body, contentType }: LargePage) =>
  analysePage(fetchedPageOf({ body, headers: { 'content-type': contentType } }))

/** All pages lack social tags. Their other deductions depend on their kind. */
const usualScores = [91, 97] as const
const scores: Record<string, readonly [number, number]> = {
  // Its products have no price, rating or review, and its first image is lazy-loaded.
  shop: [80, 85],
  // Its first image, a portrait, is lazy-loaded.
  forum: [90, 96],
}

/** Returns the values that are absurd for any page. */
function absurdities({ name, language, words }: LargePage, { facts, results, score, title }: Analysis): string[] {
  const found: string[] = []
  const must = (holds: boolean, what: string) => void (holds || found.push(what))
  for (const [id, result] of Object.entries(results)) {
    must(result.outcome !== 'error', `${id} broke`)
    must(isDeepStrictEqual(CheckResult.parse(result), result), `${id} is not what the contract says`)
  }
  must(isDeepStrictEqual(JSON.parse(JSON.stringify(facts)), facts), 'the facts are no JSON')
  must(facts.words.language === language, `reads as ${facts.words.language}`)
  must(primaryOf(facts.document.lang) === language, `names ${facts.document.lang}`)
  must(Math.abs(facts.words.count - words) <= words * 0.06, `${facts.words.count} words of ${words}`)
  must(results['word-count']?.value === facts.words.count, 'the count is another')
  must(facts.document.elements > 20 && facts.document.textLength > words, 'the tree is poor')
  must(!facts.document.cut && facts.document.nodes < 150_000, 'the tree is cut')
  must(facts.links.total > 15 && facts.links.broken.total === 0, 'links are lost')
  must(title !== null && !title.includes('\uFFFD'), `its title is ${title}`)
  const [from, to] = scores[name.split(' ', 1)[0] ?? ''] ?? usualScores
  must(score >= from && score <= to, `its score is ${score}`)
  for (const id of [
    'http-status',
    'noindex',
    'title-present',
    'h1-present',
    'html-lang',
    'viewport',
    'jsonld-parse',
    'crawlable-anchors',
    'duplicate-ids',
    'form-labels',
    'placeholder-text',
  ]) {
    must(['pass', 'not-applicable'].includes(results[id]?.outcome ?? ''), `${id}: ${results[id]?.outcome}`)
  }
  return found
}

it(
  'large pages of every kind, language and encoding are analysed without a failure or an absurdity',
  { timeout: 120_000 },
  () => {
    const languages = new Set<string>()
    const encodings = new Set<string>()
    const failures: Record<string, string[]> = {}
    let pages = 0
    for (const page of largePages()) {
      const analysis = analyse(page)
      languages.add(page.language)
      encodings.add(analysis.facts.charset.encoding)
      pages++
      const found = absurdities(page, analysis)
      if (found.length > 0) failures[page.name] = found
    }
    expect(failures).toEqual({})
    expect(pages).toBeGreaterThanOrEqual(40)
    expect([...languages].toSorted()).toEqual(Object.keys(sentences).toSorted())
    expect(encodings.size).toBeGreaterThanOrEqual(12)
  },
)
