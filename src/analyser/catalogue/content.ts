import { descriptionLength } from '../checks/description-length.ts'
import { descriptionPresent } from '../checks/description-present.ts'
import { h1Present } from '../checks/h1-present.ts'
import { headingOrder } from '../checks/heading-order.ts'
import { htmlLang } from '../checks/html-lang.ts'
import { imageAlt } from '../checks/image-alt.ts'
import { titlePresent } from '../checks/title-present.ts'
import type { Line } from './line.ts'

export const content: Line[] = [
  [titlePresent, 'high'],
  [descriptionPresent, 'medium'],
  [descriptionLength, 'low'],
  [h1Present, 'medium'],
  [headingOrder, 'low'],
  [htmlLang, 'low'],
  [imageAlt, 'medium'],
]
