import { deductedWithinWebsite, duplicateEvidence, notCompared } from '../check-helpers/evidence.ts'
import { count, defineCheck, googleDocs, notApplicable, pass, warn } from '../define-check.ts'

/** A page whose own text is a larger share of all its words isn't mostly template. */
const maxOwnShare = 0.25

export const texts = {
  notCrawled: 'A crawl of the website compares its templates',
  thin: (words: number, pages: number) =>
    `The page has ${count(words, 'word')} of its own, like ${count(pages, 'other page')} of its template`,
}

export const thinTemplate = defineCheck({
  id: 'thin-template',
  name: 'Thin template',
  aliases: ['thin content', 'boilerplate', 'doorway pages', 'empty categories', 'low content pages'],
  titlePass: 'The page has text of its own',
  titleFail: 'Pages of this template have little text',
  why: 'Nearly all that these pages show is their menu, header and footer. Search engines often leave such pages out.',
  how: 'Add to each page what only it can say. If a page has nothing to say, remove it or set noindex: <meta name="robots" content="noindex">.',
  action: 'Fill or remove the pages that have little text of their own',
  effort: 'days',
  thresholds:
    'Warning: the website’s last crawl found at least 10 pages of one template, and at least 80% of its pages have fewer than 50 words outside menus, page headers and footers. They are at most 25% of the page’s words. Pages of lists and legal pages are left out. Our thresholds.',
  reference: googleDocs('Spam policies', 'essentials/spam-policies'),
  grade: 'heuristic',
  deduction: deductedWithinWebsite,
  needs: ['words', 'mainText', 'duplicates'],
  changeable: true,
  run({ words, mainText, duplicates }) {
    if (duplicates === null) return notApplicable(notCompared)
    if (!duplicates.ofCrawl) return notApplicable(texts.notCrawled)
    const { thin } = duplicates.ofCrawl
    if (thin === null || mainText.words > maxOwnShare * words.count) return pass({ value: mainText.words })
    const { items, total } = thin.pages
    return warn({
      extent: 1,
      value: thin.hash,
      title: texts.thin(mainText.words, total),
      evidence: duplicateEvidence(items),
      evidenceTotal: total,
    })
  },
})
