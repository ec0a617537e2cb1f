import { count, defineCheck, googleDocs, info } from '../define-check.ts'

export const wordCount = defineCheck({
  id: 'word-count',
  name: 'Word count',
  aliases: ['thin content', 'content length', 'number of words'],
  titlePass: 'The words of the page are counted',
  titleFail: 'The page has few words',
  why: 'The number of words helps to compare pages of one kind. There is no number that a search engine asks for.',
  how: 'Write as much as the subject needs. If a page has hardly any words, see whether its text is there only after scripts have run.',
  thresholds:
    'Shown only, never judged: Google has no minimum; tools use 200 (SEOnaut), 300 (LibreCrawl) or 500. Visible words are counted, those of Chinese, Japanese, Thai and the like with a dictionary and in long texts by estimate.',
  reference: googleDocs('SEO starter guide', 'fundamentals/seo-starter-guide'),
  grade: 'heuristic',
  needs: ['words'],
  withoutPlaces: true,
  run({ words: { count: words, sentences } }) {
    return info(
      `The page has ${count(words, 'word')}${sentences === 0 ? '' : ` and ${count(sentences, 'whole sentence')}`}`,
      { value: words },
    )
  },
})
