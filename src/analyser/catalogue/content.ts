import { altLength } from '../checks/alt-length.ts'
import { descriptionLength } from '../checks/description-length.ts'
import { descriptionPresent } from '../checks/description-present.ts'
import { descriptionUnique } from '../checks/description-unique.ts'
import { duplicateBody } from '../checks/duplicate-body.ts'
import { h1Present } from '../checks/h1-present.ts'
import { headingOrder } from '../checks/heading-order.ts'
import { htmlLang } from '../checks/html-lang.ts'
import { imageAlt } from '../checks/image-alt.ts'
import { keywordPresence } from '../checks/keyword-presence.ts'
import { keywordStuffing } from '../checks/keyword-stuffing.ts'
import { placeholderText } from '../checks/placeholder-text.ts'
import { readability } from '../checks/readability.ts'
import { titlePresent } from '../checks/title-present.ts'
import { titleUnique } from '../checks/title-unique.ts'
import { titleWidth } from '../checks/title-width.ts'
import { wordCount } from '../checks/word-count.ts'
import type { Line } from './line.ts'

export const content: Line[] = [
  [titlePresent, 'high'],
  [titleWidth, 'low'],
  [titleUnique, 'medium'],
  [descriptionPresent, 'medium'],
  [descriptionLength, 'low'],
  [descriptionUnique, 'low'],
  [h1Present, 'medium'],
  [headingOrder, 'low'],
  [htmlLang, 'low'],
  [imageAlt, 'medium'],
  [altLength, 'low'],
  [duplicateBody, 'medium'],
  [placeholderText, 'low'],
  [keywordStuffing, 'low'],
  [keywordPresence, 'low', { shown: true }],
  [readability, 'low', { shown: true }],
  [wordCount, 'low', { shown: true }],
]
