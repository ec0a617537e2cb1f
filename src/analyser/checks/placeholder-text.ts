import { count, defineCheck, type LocatedEvidence, googleDocs, pass, warn } from '../define-check.ts'
import { findPlaceholders } from '../facts/words.ts'

/**
 * Default titles of editors, frameworks and generators. Some can be followed by the website's name; others are real
 * titles then.
 */
const defaultTitles =
  /^(?:document|title|page title|home page title|react app|vite app|vite \+ \w{2,10}|create next app|(?:untitled(?: document| page)?|new page|sample page|your title(?: here)?|insert title here|hello world!)(?: [-–—|·•:] .{0,200})?)$/i

export const texts = {
  inText: 'In the text',
  found: (places: number) => `Placeholder text found in ${count(places, 'place')}`,
}

export const placeholderText = defineCheck({
  id: 'placeholder-text',
  name: 'Placeholder text',
  aliases: ['lorem ipsum', 'template text', 'dummy text'],
  titlePass: 'No placeholder text found',
  titleFail: 'The page contains placeholder text',
  why: 'Leftover placeholder text makes a page look unfinished and tells readers and search engines nothing.',
  how: 'Replace it with your own text. If it’s a template variable, find out why it wasn’t filled in.',
  action: 'Replace placeholder text with your own',
  effort: 'minutes',
  thresholds:
    'Warning: lorem ipsum, template variables such as {{name}} or %TITLE%, unfilled brackets, or default CMS text and titles (our list). Code samples are ignored. We check the HTML before scripts run.',
  reference: googleDocs('Spam policies', 'essentials/spam-policies'),
  grade: 'heuristic',
  needs: ['words', 'metadata'],
  run({ words, metadata: { title, description, titles, metas } }) {
    const evidence: LocatedEvidence[] = []
    const add = (at: number | undefined, snippets: string[], note: string) => {
      for (const snippet of snippets)
        evidence.push(at === undefined ? { snippet, note } : { at, note: `${note}: ${snippet}` })
    }
    const inTitle = title === null ? [] : defaultTitles.test(title) ? [title] : findPlaceholders(title).items
    add(titles.items.find(({ inHead, text }) => inHead && text === title)?.at, inTitle.slice(0, 1), 'In the title')
    const inDescription = description === null ? [] : findPlaceholders(description).items
    add(
      metas.items.find(({ inHead, name, content }) => inHead && name === 'description' && content?.trim())?.at,
      inDescription.slice(0, 1),
      'In the meta description',
    )
    const found = words.placeholders.total + Math.min(1, inTitle.length) + Math.min(1, inDescription.length)
    if (found === 0) return pass({ value: 0 })
    for (const snippet of words.placeholders.items) evidence.push({ snippet, note: texts.inText })
    return warn({
      value: found,
      evidenceTotal: found,
      title: texts.found(found),
      evidence,
    })
  },
})
