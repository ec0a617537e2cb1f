import { count, defineCheck, googleDocs, info } from '../define-check.ts'

export const texts = {
  words: (words: number, sentences: number) =>
    `The page has ${count(words, 'word')}${sentences === 0 ? '' : ` and ${count(sentences, 'whole sentence')}`}`,
}

export const wordCount = defineCheck({
  id: 'word-count',
  name: 'Word count',
  aliases: ['thin content', 'content length', 'number of words'],
  titlePass: 'The word count is known',
  titleFail: 'The page has few words',
  why: 'Word count helps you compare similar pages. No search engine sets a minimum.',
  how: 'Write as much as the topic needs. If a page has almost no words, check whether its text only loads with scripts.',
  thresholds:
    'Info only, never scored. Other tools use 200 (SEOnaut), 300 (LibreCrawl) or 500. Counts visible words; Chinese, Japanese and Thai are segmented with a dictionary.',
  reference: googleDocs('SEO starter guide', 'fundamentals/seo-starter-guide'),
  grade: 'heuristic',
  needs: ['words'],
  withoutLocations: true,
  run({ words: { count: words, sentences } }) {
    return info(texts.words(words, sentences), { value: words })
  },
})
