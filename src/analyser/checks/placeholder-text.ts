import { count, defineCheck, type Finding, googleDocs, pass, warn } from '../define-check.ts'
import { findPlaceholders } from '../facts/words.ts'

/**
 * Default titles of editors, frameworks and generators. Some can be followed by the website's name; others are real
 * titles then.
 */
const defaultTitles =
  /^(?:document|title|page title|home page title|react app|vite app|vite \+ \w{2,10}|create next app|(?:untitled(?: document| page)?|new page|sample page|your title(?: here)?|insert title here|hello world!)(?: [-–—|·•:] .{0,200})?)$/i

export const placeholderText = defineCheck({
  id: 'placeholder-text',
  name: 'Placeholder text',
  aliases: ['lorem ipsum', 'template text', 'dummy text'],
  titlePass: 'No filler text or unfilled template stands on the page',
  titleFail: 'Filler text or unfilled templates stand on the page',
  why: 'Text that was meant to be replaced makes a page look unfinished, and says nothing to readers or search engines.',
  how: 'Replace the text with your own. Where it is a template token, see why it was not filled in before the page was sent.',
  thresholds:
    'Lorem ipsum, template tokens such as {{name}} or %TITLE%, brackets to be filled in, and the first texts and titles of common systems warn (own list). Code samples are passed over, and the page is judged as it is sent, before scripts run.',
  reference: googleDocs('Spam policies', 'essentials/spam-policies'),
  grade: 'heuristic',
  needs: ['words', 'metadata'],
  run({ words, metadata: { title, description, titles, metas } }) {
    const evidence: Finding[] = []
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
    for (const snippet of words.placeholders.items) evidence.push({ snippet, note: 'In the text' })
    return warn({
      value: found,
      title: `Filler text or unfilled templates stand in ${count(found, 'place')}`,
      evidence,
    })
  },
})
