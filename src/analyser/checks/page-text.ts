import { indexabilityTexts } from '#contract/reports/indexability.ts'
import { emptyByRobots, filledByScripts, isCookieWall, isRendered } from '../check-helpers/main-content.ts'
import { count, defineCheck, fail, googleDocs, notApplicable, pass, unknown, warn } from '../define-check.ts'
import { isSuccess } from '../fetched-page.ts'
import { isEmpty } from '../indexability.ts'

/** With fewer words, the HTML has next to no content. */
const minWords = 20
/** The limit for a page without scripts, which can't add text later. */
const minWordsAlone = 10

export const texts = {
  olderReport: 'This report doesn’t say which elements scripts fill. Run it again.',
  byScripts: indexabilityTexts.unclear,
  cookieWall: (shown: string) => `${shown} only has a cookie notice`,
  incomplete: 'We couldn’t check the text that scripts add',
  notLoaded: 'Files couldn’t be loaded while we rendered the page, and may add it. “JavaScript changes” names them.',
  notFinished: 'The page couldn’t be rendered in time.',
  blocked: 'robots.txt blocks the scripts that add the main content',
  empty: (shown: string) => `${shown} has no content`,
  html: 'The HTML',
  rendered: 'The rendered page',
  words: (words: number) => `This page has ${count(words, 'word')}`,
  wordsWithoutScripts: (words: number) => `Without scripts this page has ${count(words, 'word')}`,
}

export const pageText = defineCheck({
  id: 'page-text',
  name: 'Text in the HTML',
  aliases: [
    'thin content',
    'empty page',
    'JavaScript rendering',
    'client-side rendering',
    'AI crawlers',
    'text to HTML ratio',
  ],
  titlePass: 'The HTML contains the page’s text',
  titleFail: 'The HTML contains hardly any text',
  faults: {
    cookies: 'The page only has a cookie notice',
    blocked: texts.blocked,
    scripts: texts.byScripts,
    empty: 'The page has no content',
  },
  why: 'Search engines index the text of a page. Google runs scripts later or not at all; most other crawlers, AI crawlers among them, never do.',
  how: 'Render the main content on the server, or generate it when you build the website. If the page should be empty, keep it out of the index with noindex.',
  action: 'Put the page’s text where search engines can read it',
  effort: 'days',
  thresholds: `Pass: at least ${minWords} words in the HTML, or ${minWordsAlone} on a page without scripts. Warning: scripts fill an empty main element, app root, list or skeleton, and fewer than 50 words are outside menus, headers and footers. Or fewer words than those. Fail: fewer than ${minWordsAlone}, only a cookie notice, fewer than 20 words of main text whose scripts robots.txt blocks, or an element that scripts fill and hardly any words. For a rendered page, the words that it shows count. Not applicable: pages that return an error. An image with alt text counts as content. Our threshold; Google has no minimum number of words.`,
  reference: googleDocs('JavaScript SEO basics', 'crawling-indexing/javascript/javascript-seo-basics'),
  grade: 'recommended',
  deduction: 'All, and a failure caps the score. 50% if scripts add the main content and a part of it is there.',
  supersedes: ['h1-present', 'in-sitemap'],
  needs: ['document', 'words', 'resources', 'response', 'appRoot'],
  uses: ['mainText', 'beyond', 'resourceAccess'],
  run({ document, words: allWords, resources, response: { status }, appRoot, ...facts }) {
    const { mainText } = facts
    const { count: words, alts } = allWords
    if (!isSuccess(status)) return notApplicable('The page returns an error')
    const scripts = resources.items.filter(({ kind, noscript }) => kind === 'script' && !noscript)
    // A rendered page is judged by what it shows. render-gap says how much of it scripts add.
    const hasScripts = scripts.length > 0 && !isRendered(facts)
    const shown = isRendered(facts) ? texts.rendered : texts.html
    const title = hasScripts ? texts.wordsWithoutScripts(words) : texts.words(words)
    const rootAt = appRoot.at
    const evidence = [
      ...(rootAt === null ? [] : [{ at: rootAt, note: 'Scripts fill this element.' }]),
      ...scripts.slice(0, 3).map(({ at, url }) => ({ at, url })),
    ]
    const hasImages = alts.given > 0
    if (mainText && isCookieWall({ mainText, words: allWords }))
      return fail({ value: mainText.words, fault: 'cookies', title: texts.cookieWall(shown) })
    const blocked = document.cut ? null : emptyByRobots({ ...facts, appRoot, resources })
    if (blocked)
      return fail({
        value: mainText?.words ?? words,
        fault: 'blocked',
        evidence: [
          ...blocked.filled.map((at) => ({ at, note: 'Scripts fill this element.' })),
          ...blocked.files.map(({ url, line, rule }) => ({
            url,
            note: line === null ? 'Blocked by robots.txt' : `robots.txt line ${line}: ${rule}`,
          })),
        ],
      })
    const filled = mainText ? filledByScripts({ ...facts, mainText, appRoot, resources }) : []
    const { rendered = null } = facts.beyond ?? {}
    if (filled.length > 0 && rendered?.isIncomplete)
      return unknown(texts.incomplete, rendered.isIdle ? texts.notLoaded : texts.notFinished, { value: words })
    if (!document.cut && mainText && filled.length > 0 && words >= minWords)
      return warn({
        extent: mainText.words < minWordsAlone ? 1 : 0.5,
        value: mainText.words,
        fault: 'scripts',
        evidence: filled.map((at) => ({ at, note: 'Scripts fill this element.' })),
      })
    if (mainText === undefined && !document.cut && hasScripts && words >= minWords)
      return unknown('We couldn’t check the main content', texts.olderReport, { value: words })
    if (document.cut || words >= (hasScripts ? minWords : minWordsAlone)) return pass({ value: words, title })
    if (isEmpty({ ...facts, document, words: allWords, appRoot }))
      return fail({ value: 0, fault: 'empty', title: texts.empty(shown), evidence })
    if (hasImages) return pass({ value: words, title: `${title} and ${count(alts.given, 'image')} with alt text` })
    const isShell = filled.length > 0 || mainText === undefined
    return (words < minWordsAlone || isShell ? fail : warn)({ extent: 1, value: words, title, evidence })
  },
})
