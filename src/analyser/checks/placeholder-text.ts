import { count, defineCheck, type LocatedEvidence, googleDocs, pass, warn } from '../define-check.ts'
import { openGraph } from '../facts/metadata.ts'
import { isTopic, unfilledValueIn } from '../facts/unfilled-values.ts'
import { findPlaceholders } from '../facts/words.ts'

/**
 * Default titles of editors, frameworks and generators. Some can be followed by the website's name; others are real
 * titles then.
 */
const defaultTitles =
  /^(?:document|title|page title|home page title|react app|vite app|vite \+ \w{2,10}|create next app|(?:untitled(?: document| page)?|new page|sample page|your title(?: here)?|insert title here|hello world!)(?: [-–—|·•:] .{0,200})?)$/i

export const texts = {
  inText: 'In the text',
  inTitle: 'In the title',
  inDescription: 'In the meta description',
  inHeading: 'In the H1',
  inAlt: 'In an alt text',
  inTag: (name: string) => `In ${name}`,
  found: (places: number) => `Placeholder text found in ${count(places, 'place')}`,
}

export const placeholderText = defineCheck({
  id: 'placeholder-text',
  name: 'Placeholder text',
  aliases: ['lorem ipsum', 'template text', 'dummy text', 'undefined', 'null'],
  titlePass: 'No placeholder text found',
  titleFail: 'The page contains placeholder text',
  why: 'Leftover placeholder text makes a page look unfinished and tells readers and search engines nothing.',
  how: 'Replace it with your own text. If it’s a template variable, find out why it wasn’t filled in.',
  action: 'Replace placeholder text with your own',
  effort: 'minutes',
  thresholds:
    'Warning: lorem ipsum, template variables such as {{name}} or %TITLE%, unfilled brackets, default CMS text and titles, or a part of the title, the H1, a description, an Open Graph tag or an alt text that is only undefined, null, NaN, None, false, Invalid Date or PHP code (our list). Code samples are ignored. We check the HTML before scripts run.',
  reference: googleDocs('Spam policies', 'essentials/spam-policies'),
  grade: 'heuristic',
  needs: ['words', 'metadata'],
  uses: ['headings', 'images'],
  run({ words, metadata: { title, description, titles, metas }, headings, images }) {
    const evidence: LocatedEvidence[] = []
    let found = 0
    const add = (at: number | undefined, snippet: string, note: string) => {
      found++
      evidence.push(at === undefined ? { snippet, note } : { at, note: `${note}: ${snippet}` })
    }
    const shared = sharedNames.flatMap((name) => {
      const [meta] = openGraph(metas.items, name)
      return meta ? [{ at: meta.at, text: meta.content ?? '', note: texts.inTag(name) }] : []
    })
    const shown = (headings?.items ?? []).filter(({ hidden }) => !hidden)
    const sentences = [
      title ?? '',
      description ?? '',
      ...shared.map(({ text }) => text),
      ...shown.map(({ text }) => text),
    ]
    const unfilled = (text: string): string[] => {
      const value = unfilledValueIn(text)
      return value === null || isTopic(value.word, sentences) ? [] : [value.part]
    }
    const titleAt = titles.items.find(({ inHead, text }) => inHead && text === title)?.at
    const inTitle =
      title === null ? [] : defaultTitles.test(title) ? [title] : [...findPlaceholders(title).items, ...unfilled(title)]
    for (const snippet of inTitle.slice(0, 1)) add(titleAt, snippet, texts.inTitle)
    const descriptionAt = metas.items.find(
      ({ inHead, name, content }) => inHead && name === 'description' && content?.trim(),
    )?.at
    const inDescription = description === null ? [] : [...findPlaceholders(description).items, ...unfilled(description)]
    for (const snippet of inDescription.slice(0, 1)) add(descriptionAt, snippet, texts.inDescription)
    const others = [
      ...shown.flatMap(({ level, text, at, imageAlt }) =>
        level === 1 && !imageAlt ? [{ at, text, note: texts.inHeading }] : [],
      ),
      ...shared,
      ...(images?.items ?? []).map(({ at, alt }) => ({ at, text: alt ?? '', note: texts.inAlt })),
    ]
    for (const { at, text, note } of others) for (const part of unfilled(text)) add(at, part, note)
    found += words.placeholders.total
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

const sharedNames = ['og:title', 'og:description', 'og:site_name', 'twitter:title', 'twitter:description']
